"""Add notifications for people who are away."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("trouble", sa.String(32), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "calls",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("on", sa.Boolean, nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "hushed",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        if_not_exists=True,
    )
    op.create_table(
        "looks",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("open_until", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("question", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        if_not_exists=True,
    )
    op.create_index("notices_due", "notices", ["state", "due"], if_not_exists=True)


def downgrade() -> None:
    for name in ("notices", "looks", "hushed", "calls", "channels"):
        op.drop_table(name)
