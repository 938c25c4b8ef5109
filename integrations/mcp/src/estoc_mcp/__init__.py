"""An MCP server for one encounter of Estoc, with the sight of the token that it is given."""
