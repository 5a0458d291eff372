"""The steps by which the tables come to be as `stores.schema` says."""
