/**
 * Replaces https://js.stripe.com/v3/ in the demo and in browser tests. As in the original, card data stays in a frame of the
 * service's own origin. Works under a strict CSP with Trusted Types: no inline scripts or styles, no HTML built from strings.
 */
;(() => {
  const origin = new URL(document.currentScript.src).origin

  /** Opens a frame of the fake, and a message port that only this script and the frame can use. */
  function openFrame(path, title, greeting) {
    const frame = document.createElement('iframe')
    frame.title = title
    frame.name = `__privateStripeFrame${Math.floor(Math.random() * 1e6)}`
    frame.setAttribute('allowtransparency', 'true')
    Object.assign(frame.style, { border: '0', display: 'block', width: '100%', height: '0' })
    matchColorScheme(frame, greeting.appearance)
    let port
    const listeners = {}
    const pending = new Map()
    const closed = { resolve: () => undefined }
    const ready = new Promise((resolve, reject) => {
      closed.resolve = () => reject(new Error('The element was closed.'))
      listeners.ready = () => resolve()
    })
    ready.catch(() => undefined)
    const onMessage = ({ data }) => {
      if (data.replyTo) {
        pending.get(data.replyTo)?.(data.value)
        pending.delete(data.replyTo)
      } else if (data.kind === 'height') frame.style.height = `${data.height}px`
      else listeners[data.kind]?.(data)
    }
    // After a navigation, the new page in the frame needs a new port.
    frame.addEventListener('load', () => {
      const channel = new MessageChannel()
      port = channel.port1
      port.onmessage = onMessage
      frame.contentWindow.postMessage({ kind: 'hello', ...greeting }, origin, [channel.port2])
    })
    frame.src = origin + path
    return {
      frame,
      ready,
      on: (kind, listener) => {
        const before = listeners[kind]
        listeners[kind] = data => {
          before?.(data)
          listener(data)
        }
      },
      send: message => port?.postMessage(message),
      request: message =>
        ready.then(
          () =>
            new Promise(resolve => {
              const requestId = `${Date.now()}.${Math.random()}`
              pending.set(requestId, resolve)
              port.postMessage({ ...message, requestId })
            }),
        ),
      close: () => {
        closed.resolve()
        port?.close()
        frame.remove()
      },
    }
  }

  /** Browsers render a frame transparent only if its color scheme matches the document inside. */
  function matchColorScheme(frame, appearance) {
    frame.style.colorScheme = appearance?.theme === 'night' ? 'dark' : 'light'
  }

  /** Shows 3-D Secure or a wallet over the whole page. Resolves to its result. */
  function openDialog(path, title, greeting) {
    return new Promise(resolve => {
      const opened = openFrame(path, title, greeting)
      const { frame } = opened
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', zIndex: '2147483647' })
      const fillPage = () => {
        frame.style.height = '100%'
      }
      fillPage()
      opened.on('height', fillPage)
      opened.on('done', ({ value }) => {
        opened.close()
        resolve(value)
      })
      document.body.append(frame)
      frame.focus()
    })
  }

  async function call(key, method, path, params) {
    const form = new URLSearchParams({ key, ...params })
    const url = `${origin}/v1/${path}`
    const response = method === 'GET' ? fetch(`${url}?${form}`) : fetch(url, { method, body: form })
    try {
      return await (await response).json()
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message:
            'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
        },
      }
    }
  }

  const idIn = secret => secret.split('_secret_')[0]
  const pathOf = secret => (secret.startsWith('seti_') ? 'setup_intents' : 'payment_intents')
  const nameOf = secret => (secret.startsWith('seti_') ? 'setupIntent' : 'paymentIntent')

  function emitter() {
    const listeners = {}
    const api = {
      on: (kind, listener) => {
        listeners[kind] = [...(listeners[kind] ?? []), listener]
        return api
      },
      once: (kind, listener) => {
        const once = event => {
          api.off(kind, once)
          listener(event)
        }
        return api.on(kind, once)
      },
      off: (kind, listener) => {
        listeners[kind] = listener ? (listeners[kind] ?? []).filter(each => each !== listener) : []
        return api
      },
    }
    return {
      api,
      emit: (kind, event) => {
        for (const listener of listeners[kind] ?? []) listener(event)
      },
      has: kind => (listeners[kind] ?? []).length > 0,
    }
  }

  /** Behavior shared by all elements: mounting, unmounting and events. */
  function createElement(elementType, path, title, greeting) {
    const events = emitter()
    let opened
    const element = {
      ...events.api,
      mount(target) {
        const parent = typeof target === 'string' ? document.querySelector(target) : target
        if (!parent)
          throw new Error(
            `The selector you specified (${target}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
          )
        opened?.close()
        opened = openFrame(path, title, greeting())
        opened.on('ready', ({ detail }) => events.emit('ready', { elementType, ...detail }))
        for (const kind of ['change', 'focus', 'blur', 'escape', 'loaderror'])
          opened.on(kind, ({ detail }) => events.emit(kind, { elementType, ...detail }))
        events.emit('mounted', opened)
        parent.replaceChildren(opened.frame)
      },
      unmount() {
        opened?.close()
        opened = undefined
      },
      destroy: () => element.unmount(),
      focus: () => opened?.send({ kind: 'focus' }),
      blur: () => opened?.send({ kind: 'blur' }),
      clear: () => opened?.send({ kind: 'clear' }),
      collapse: () => undefined,
      update: options => opened?.send({ kind: 'update', options }),
    }
    // These return the element, so that calls can be chained.
    for (const name of ['on', 'once', 'off']) {
      const register = events.api[name]
      element[name] = (...args) => {
        register(...args)
        return element
      }
    }
    return { element, events, frame: () => opened }
  }

  function createElements(key, options) {
    const elementsByType = {}
    let wallet = null

    const appearance = () => options.appearance ?? {}
    const fetchAmount = async () => {
      if (options.amount !== undefined) return { amount: options.amount, currency: options.currency }
      if (!options.clientSecret) return {}
      const { amount, currency } = await call(
        key,
        'GET',
        `${pathOf(options.clientSecret)}/${idIn(options.clientSecret)}`,
        {
          client_secret: options.clientSecret,
        },
      )
      return { amount, currency }
    }

    function payment(elementOptions = {}) {
      const created = createElement('payment', '/elements/payment', 'Secure payment input frame', () => ({
        appearance: appearance(),
        options: elementOptions,
      }))
      return { ...created, type: 'payment' }
    }

    function express(elementOptions = {}) {
      const created = createElement('expressCheckout', '/elements/express', 'Secure express checkout frame', () => ({
        appearance: appearance(),
        options: elementOptions,
      }))
      created.events.api.on('mounted', opened => opened.on('click', ({ wallet }) => handleWalletClick(created, wallet)))
      return { ...created, type: 'expressCheckout' }
    }

    /** Opens the wallet if the page allows it, or has no click listener. */
    async function handleWalletClick({ events }, chosen) {
      const isAllowed = await new Promise(resolve => {
        const event = {
          elementType: 'expressCheckout',
          expressPaymentType: chosen,
          resolve: () => resolve(true),
          reject: () => resolve(false),
        }
        if (events.has('click')) events.emit('click', event)
        else resolve(true)
      })
      if (!isAllowed) return
      const result = await openDialog('/elements/wallet', 'Wallet', { wallet: chosen, ...(await fetchAmount()) })
      if (result !== 'approved') return void events.emit('cancel', { elementType: 'expressCheckout' })
      wallet = chosen
      events.emit('confirm', {
        elementType: 'expressCheckout',
        expressPaymentType: chosen,
        billingDetails: { name: 'Jenny Rosen', email: 'jenny@example.com', phone: null, address: null },
        paymentFailed: () => undefined,
      })
    }

    const factories = { payment, expressCheckout: express }
    const elements = {
      create(type, elementOptions) {
        const factory = factories[type]
        if (!factory) throw new Error(`The Stripe fake has no '${type}' element.`)
        if (elementsByType[type]) throw new Error(`Can only create one Element of type ${type} through elements().`)
        elementsByType[type] = factory(elementOptions)
        const { element } = elementsByType[type]
        const destroy = element.destroy
        element.destroy = () => {
          destroy()
          delete elementsByType[type]
        }
        return element
      },
      getElement: type => elementsByType[type]?.element ?? null,
      update(next) {
        options = { ...options, ...next }
        for (const { frame } of Object.values(elementsByType)) {
          frame()?.send({ kind: 'appearance', appearance: appearance() })
          if (frame()) matchColorScheme(frame().frame, appearance())
        }
      },
      fetchUpdates: async () => ({}),
      /** Validates the form before anything is sent to the server. */
      async submit() {
        if (wallet || !elementsByType.payment) return { selectedPaymentMethod: wallet ?? 'card' }
        const error = await elementsByType.payment.frame()?.request({ kind: 'validate' })
        return error ? { error } : { selectedPaymentMethod: 'card' }
      },
    }

    /** Creates a payment method from the card form, or from the approved wallet. */
    async function createPaymentMethod(billing = {}) {
      const chosen = wallet
      wallet = null
      if (chosen) return await call(key, 'POST', 'payment_methods', { type: 'card', 'card[token]': `tok_${chosen}` })
      const frame = elementsByType.payment?.frame()
      if (!frame)
        return { error: { type: 'invalid_request_error', message: 'elements should have a mounted Payment Element.' } }
      return await frame.request({ kind: 'pay', key, billing })
    }

    internals.set(elements, { createPaymentMethod, secret: () => options.clientSecret })
    return elements
  }

  /** Internals of the elements, hidden from the page. */
  const internals = new WeakMap()

  function Stripe(key) {
    if (typeof key !== 'string' || !key.startsWith('pk_'))
      throw new Error('Please call Stripe() with your publishable key.')

    const retrieve = async secret => {
      const intent = await call(key, 'GET', `${pathOf(secret)}/${idIn(secret)}`, { client_secret: secret })
      return intent.error ? { error: intent.error } : { [nameOf(secret)]: intent }
    }

    /** Shows 3-D Secure if required, then reads the outcome from the intent. */
    async function handleAction(secret, intent) {
      if (intent.status !== 'requires_action') return { [nameOf(secret)]: intent }
      const path = `/three-d-secure/${intent.id}?client_secret=${encodeURIComponent(secret)}`
      await openDialog(path, '3-D Secure', {})
      const after = await retrieve(secret)
      const failure = after.paymentIntent?.last_payment_error ?? after.setupIntent?.last_setup_error
      return failure ? { error: { ...failure, type: 'invalid_request_error' } } : after
    }

    async function confirm(kind, options) {
      const { elements, confirmParams = {}, redirect = 'always' } = options
      const elementInternals = elements && internals.get(elements)
      const secret = options.clientSecret ?? elementInternals?.secret()
      if (!secret || nameOf(secret) !== kind)
        throw new Error(`Invalid value for ${kind}: value should be a client secret of that kind.`)
      if (elements) {
        const submitted = await elements.submit()
        if (submitted.error) return { error: submitted.error }
      }
      const method = confirmParams.payment_method
        ? { id: confirmParams.payment_method }
        : await elementInternals.createPaymentMethod(confirmParams.payment_method_data?.billing_details)
      if (method.error) return { error: method.error }
      const intent = await call(key, 'POST', `${pathOf(secret)}/${idIn(secret)}/confirm`, {
        client_secret: secret,
        payment_method: method.id,
        use_stripe_sdk: 'true',
        ...(confirmParams.return_url ? { return_url: confirmParams.return_url } : {}),
      })
      if (intent.error) return { error: intent.error }
      const result = await handleAction(secret, intent)
      if (result.error || redirect === 'if_required') return result
      const to = new URL(confirmParams.return_url)
      const name = kind === 'setupIntent' ? 'setup_intent' : 'payment_intent'
      to.searchParams.set(name, intent.id)
      to.searchParams.set(`${name}_client_secret`, secret)
      to.searchParams.set('redirect_status', 'succeeded')
      window.location.assign(to)
      return await new Promise(() => undefined)
    }

    return {
      elements: (options = {}) => createElements(key, options),
      confirmPayment: options => confirm('paymentIntent', options),
      confirmSetup: options => confirm('setupIntent', options),
      confirmCardPayment: (clientSecret, { payment_method } = {}) =>
        confirm('paymentIntent', { clientSecret, confirmParams: { payment_method }, redirect: 'if_required' }),
      async handleNextAction({ clientSecret }) {
        const found = await retrieve(clientSecret)
        return found.error ? found : await handleAction(clientSecret, found.paymentIntent ?? found.setupIntent)
      },
      retrievePaymentIntent: retrieve,
      retrieveSetupIntent: retrieve,
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
    }
  }

  Stripe.version = 3
  window.Stripe = Stripe
})()
