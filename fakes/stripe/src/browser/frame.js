/** What every frame of the stand-in has: a port to the page that opened it, its looks, and its height. */
window.openedBy = new Promise(resolve => {
  addEventListener('message', function hello({ data, ports }) {
    if (data?.kind !== 'hello' || !ports[0]) return
    removeEventListener('message', hello)
    const [port] = ports
    const listeners = {}
    const page = {
      greeting: data,
      tell: message => port.postMessage(message),
      /** What a listener gives back is the answer. */
      on: (kind, listener) => {
        listeners[kind] = listener
      },
    }
    port.onmessage = async ({ data }) => {
      const value = await listeners[data.kind]?.(data)
      if (data.question) port.postMessage({ answerTo: data.question, value })
    }
    page.on('appearance', ({ appearance }) => dress(appearance))
    dress(data.appearance ?? {})
    new ResizeObserver(() => page.tell({ kind: 'height', height: document.body.offsetHeight })).observe(document.body)
    resolve(page)
  })

  /** Variables of the Appearance API become properties of the style sheet. */
  function dress({ theme, variables = {} }) {
    document.documentElement.dataset.theme = theme ?? 'stripe'
    for (const [name, value] of Object.entries(variables))
      document.documentElement.style.setProperty(`--${name}`, value)
  }
})
