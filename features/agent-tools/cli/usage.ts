export const toolUsage = `laglens tool NAME [--json ARGUMENTS] [--folder DIR]
laglens tool
  Runs one of the tools of AI assistants once (docs/agents.md), with its arguments as a JSON object,
  and prints its structured answer as JSON. Tools read and write below DIR alone, by default this
  folder. Without a name it prints all tools with their schemas.`;

export const mcpUsage = `laglens mcp [--folder DIR]
  Serves the tools of AI assistants to one client of the Model Context Protocol, over standard input
  and output (docs/agents.md). Tools read and write below DIR alone, by default this folder.`;
