"""Add a flag for tables that a person has hidden from their list."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    if not any(column["name"] == "hidden" for column in sa.inspect(op.get_bind()).get_columns("guests")):
        op.add_column("guests", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("guests", "hidden")
