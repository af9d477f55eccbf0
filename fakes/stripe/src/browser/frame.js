/** Shared by all frames of the fake: a port to the page that opened the frame, its appearance, and its height. */
window.openerPage = new Promise(resolve => {
  addEventListener('message', function hello({ data, ports }) {
    if (data?.kind !== 'hello' || !ports[0]) return
    removeEventListener('message', hello)
    const [port] = ports
    const listeners = {}
    const page = {
      greeting: data,
      send: message => port.postMessage(message),
      /** The listener's return value is sent back as the reply. */
      on: (kind, listener) => {
        listeners[kind] = listener
      },
    }
    port.onmessage = async ({ data }) => {
      const value = await listeners[data.kind]?.(data)
      if (data.requestId) port.postMessage({ replyTo: data.requestId, value })
    }
    page.on('appearance', ({ appearance }) => applyAppearance(appearance))
    applyAppearance(data.appearance ?? {})
    new ResizeObserver(() => page.send({ kind: 'height', height: document.body.offsetHeight })).observe(document.body)
    resolve(page)
  })

  /** Sets the variables of the Appearance API as CSS custom properties. */
  function applyAppearance({ theme, variables = {} }) {
    document.documentElement.dataset.theme = theme ?? 'stripe'
    for (const [name, value] of Object.entries(variables))
      document.documentElement.style.setProperty(`--${name}`, value)
  }
})
