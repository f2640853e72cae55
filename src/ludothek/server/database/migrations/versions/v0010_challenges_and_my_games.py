"""Add counted tries at challenges, summaries of finished games, and the people who opted in to ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("date", sa.String(10), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "played",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "rated",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        if_not_exists=True,
    )


def downgrade() -> None:
    for name in ("rated", "played", "challenges"):
        op.drop_table(name)
