/** The model in the name of an engine, as `gpt-5` in `openai:gpt-5`; null for the built-in engine. */
export function modelOf(engine: string): string | null {
  const colon = engine.indexOf(':')
  return colon < 0 ? null : engine.slice(colon + 1)
}
