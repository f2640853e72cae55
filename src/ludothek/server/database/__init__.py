"""The database: schema, migrations, journal, and change notifications between processes."""
