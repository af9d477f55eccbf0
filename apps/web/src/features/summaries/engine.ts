/** Model name of an engine: `gpt-5` for `openai:gpt-5`, null for the built-in engine. */
export function modelName(engine: string): string | null {
  const colon = engine.indexOf(':')
  return colon < 0 ? null : engine.slice(colon + 1)
}
