"""Add tables for people with several devices: people, devices, one-time passes and passkeys.

`database/schema.py` explains the columns. There is no revision 0005.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kept", sa.Text, nullable=False),
        sa.Column("handle", sa.String(16), unique=True),
        sa.Column("phrase", sa.Text),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("tried", sa.BigInteger, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "devices",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "passes",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        if_not_exists=True,
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )


def downgrade() -> None:
    for name in ("passkeys", "passes", "devices", "people"):
        op.drop_table(name)
