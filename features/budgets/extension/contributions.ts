/** Budget files, for VS Code's JSON. */
export const budgetSchemas = [{ fileMatch: 'laglens.budget.json', url: './media/laglens.budget.schema.json' }] as const;
