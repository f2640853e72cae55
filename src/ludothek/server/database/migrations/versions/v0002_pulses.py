"""Add the rows that the health check updates."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "pulses",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )


def downgrade() -> None:
    op.drop_table("pulses")
