"""Add tables, their entries, the people at them, and the secret that signs cookies."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_index("tables_public", "tables", ["public", "phase", "changed"], if_not_exists=True)
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("client", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "guests",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        if_not_exists=True,
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        if_not_exists=True,
    )


def downgrade() -> None:
    for name in ("secrets", "guests", "entries", "tables"):
        op.drop_table(name)
