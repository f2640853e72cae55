"""How Alembic reaches the database: over the connection that `database.migrate` holds open."""

from alembic import context

from ludothek.server.database.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
