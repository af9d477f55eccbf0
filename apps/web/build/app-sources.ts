import { createServer } from 'vite'

export type Prerender = typeof import('../src/app/prerender.tsx')

/** Loads the app's sources in this process through Vite and passes them to `use`. */
export async function withAppSources(
  define: Record<string, string>,
  use: (sources: Prerender) => Promise<void>,
): Promise<void> {
  const server = await createServer({
    configFile: false,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    define,
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    await use((await server.ssrLoadModule('/src/app/prerender.tsx')) as Prerender)
  } finally {
    await server.close()
  }
}
