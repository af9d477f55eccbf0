/**
 * Stands in for https://js.stripe.com/v3/ in the demo and in browser tests. As there, what is typed into a card form stays in
 * a frame of the service's own origin. It works under a strict policy: no inline script or style, no text made into markup.
 */
;(() => {
  const origin = new URL(document.currentScript.src).origin

  /** One frame of the fake, and the only way to talk to it: nobody else listens on a port. */
  function openFrame(path, title, greeting) {
    const frame = document.createElement('iframe')
    frame.title = title
    frame.name = `__privateStripeFrame${Math.floor(Math.random() * 1e6)}`
    frame.setAttribute('allowtransparency', 'true')
    Object.assign(frame.style, { border: '0', display: 'block', width: '100%', height: '0' })
    dress(frame, greeting.appearance)
    let port
    const listeners = {}
    const waiting = new Map()
    const gone = { resolve: () => undefined }
    const ready = new Promise((resolve, reject) => {
      gone.resolve = () => reject(new Error('The element is gone.'))
      listeners.ready = () => resolve()
    })
    ready.catch(() => undefined)
    const hear = ({ data }) => {
      if (data.answerTo) {
        waiting.get(data.answerTo)?.(data.value)
        waiting.delete(data.answerTo)
      } else if (data.kind === 'height') frame.style.height = `${data.height}px`
      else listeners[data.kind]?.(data)
    }
    // A frame that goes on to another page is greeted there again.
    frame.addEventListener('load', () => {
      const channel = new MessageChannel()
      port = channel.port1
      port.onmessage = hear
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
      tell: message => port?.postMessage(message),
      ask: message =>
        ready.then(
          () =>
            new Promise(resolve => {
              const question = `${Date.now()}.${Math.random()}`
              waiting.set(question, resolve)
              port.postMessage({ ...message, question })
            }),
        ),
      close: () => {
        gone.resolve()
        port?.close()
        frame.remove()
      },
    }
  }

  /** Only a frame of the same colour scheme as what it shows lets the page shine through. */
  function dress(frame, appearance) {
    frame.style.colorScheme = appearance?.theme === 'night' ? 'dark' : 'light'
  }

  /** Over the whole page: 3-D Secure, or the sheet of a wallet. Gives what it ended in. */
  function openDialog(path, title, greeting) {
    return new Promise(resolve => {
      const opened = openFrame(path, title, greeting)
      const { frame } = opened
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', zIndex: '2147483647' })
      const full = () => {
        frame.style.height = '100%'
      }
      full()
      opened.on('height', full)
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
    const asked = method === 'GET' ? fetch(`${url}?${form}`) : fetch(url, { method, body: form })
    try {
      return await (await asked).json()
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

  /** What elements of every kind can do: be put somewhere, be taken away, tell what happens. */
  function elementOf(elementType, path, title, greeting) {
    const events = emitter()
    let opened
    const element = {
      ...events.api,
      mount(place) {
        const parent = typeof place === 'string' ? document.querySelector(place) : place
        if (!parent)
          throw new Error(
            `The selector you specified (${place}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
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
      focus: () => opened?.tell({ kind: 'focus' }),
      blur: () => opened?.tell({ kind: 'blur' }),
      clear: () => opened?.tell({ kind: 'clear' }),
      collapse: () => undefined,
      update: options => opened?.tell({ kind: 'update', options }),
    }
    // on and off give back the element, as callers chain them.
    for (const name of ['on', 'once', 'off']) {
      const act = events.api[name]
      element[name] = (...given) => {
        act(...given)
        return element
      }
    }
    return { element, events, frame: () => opened }
  }

  function elementsOf(key, options) {
    const made = {}
    let wallet = null

    const appearance = () => options.appearance ?? {}
    const amountShown = async () => {
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

    function payment(given = {}) {
      const made = elementOf('payment', '/elements/payment', 'Secure payment input frame', () => ({
        appearance: appearance(),
        options: given,
      }))
      return { ...made, type: 'payment' }
    }

    function express(given = {}) {
      const made = elementOf('expressCheckout', '/elements/express', 'Secure express checkout frame', () => ({
        appearance: appearance(),
        options: given,
      }))
      made.events.api.on('mounted', opened => opened.on('click', ({ wallet }) => clicked(made, wallet)))
      return { ...made, type: 'expressCheckout' }
    }

    /** The page decides whether the sheet opens; without a listener it does. */
    async function clicked({ events }, chosen) {
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
      const answer = await openDialog('/elements/wallet', 'Wallet', { wallet: chosen, ...(await amountShown()) })
      if (answer !== 'approved') return void events.emit('cancel', { elementType: 'expressCheckout' })
      wallet = chosen
      events.emit('confirm', {
        elementType: 'expressCheckout',
        expressPaymentType: chosen,
        billingDetails: { name: 'Jenny Rosen', email: 'jenny@example.com', phone: null, address: null },
        paymentFailed: () => undefined,
      })
    }

    const makers = { payment, expressCheckout: express }
    const elements = {
      create(type, given) {
        const maker = makers[type]
        if (!maker) throw new Error(`The stand-in has no '${type}' element.`)
        if (made[type]) throw new Error(`Can only create one Element of type ${type} through elements().`)
        made[type] = maker(given)
        const { element } = made[type]
        const destroy = element.destroy
        element.destroy = () => {
          destroy()
          delete made[type]
        }
        return element
      },
      getElement: type => made[type]?.element ?? null,
      update(next) {
        options = { ...options, ...next }
        for (const { frame } of Object.values(made)) {
          frame()?.tell({ kind: 'appearance', appearance: appearance() })
          if (frame()) dress(frame().frame, appearance())
        }
      },
      fetchUpdates: async () => ({}),
      /** Shows what is missing in the form, before anything is asked of the server. */
      async submit() {
        if (wallet || !made.payment) return { selectedPaymentMethod: wallet ?? 'card' }
        const error = await made.payment.frame()?.ask({ kind: 'validate' })
        return error ? { error } : { selectedPaymentMethod: 'card' }
      },
    }

    /** The payment method of what was filled in, or of the wallet that was approved. */
    async function method(billing = {}) {
      const chosen = wallet
      wallet = null
      if (chosen) return await call(key, 'POST', 'payment_methods', { type: 'card', 'card[token]': `tok_${chosen}` })
      const frame = made.payment?.frame()
      if (!frame)
        return { error: { type: 'invalid_request_error', message: 'elements should have a mounted Payment Element.' } }
      return await frame.ask({ kind: 'pay', key, billing })
    }

    inner.set(elements, { method, secret: () => options.clientSecret })
    return elements
  }

  /** What only this script may know of the elements it handed out. */
  const inner = new WeakMap()

  function Stripe(key) {
    if (typeof key !== 'string' || !key.startsWith('pk_'))
      throw new Error('Please call Stripe() with your publishable key.')

    const retrieve = async secret => {
      const intent = await call(key, 'GET', `${pathOf(secret)}/${idIn(secret)}`, { client_secret: secret })
      return intent.error ? { error: intent.error } : { [nameOf(secret)]: intent }
    }

    /** After 3-D Secure the intent tells whether it was passed. */
    async function handled(secret, intent) {
      if (intent.status !== 'requires_action') return { [nameOf(secret)]: intent }
      const path = `/three-d-secure/${intent.id}?client_secret=${encodeURIComponent(secret)}`
      await openDialog(path, '3-D Secure', {})
      const after = await retrieve(secret)
      const failure = after.paymentIntent?.last_payment_error ?? after.setupIntent?.last_setup_error
      return failure ? { error: { ...failure, type: 'invalid_request_error' } } : after
    }

    async function confirm(kind, given) {
      const { elements, confirmParams = {}, redirect = 'always' } = given
      const own = elements && inner.get(elements)
      const secret = given.clientSecret ?? own?.secret()
      if (!secret || nameOf(secret) !== kind)
        throw new Error(`Invalid value for ${kind}: value should be a client secret of that kind.`)
      if (elements) {
        const submitted = await elements.submit()
        if (submitted.error) return { error: submitted.error }
      }
      const made = confirmParams.payment_method
        ? { id: confirmParams.payment_method }
        : await own.method(confirmParams.payment_method_data?.billing_details)
      if (made.error) return { error: made.error }
      const intent = await call(key, 'POST', `${pathOf(secret)}/${idIn(secret)}/confirm`, {
        client_secret: secret,
        payment_method: made.id,
        use_stripe_sdk: 'true',
        ...(confirmParams.return_url ? { return_url: confirmParams.return_url } : {}),
      })
      if (intent.error) return { error: intent.error }
      const result = await handled(secret, intent)
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
      elements: (options = {}) => elementsOf(key, options),
      confirmPayment: given => confirm('paymentIntent', given),
      confirmSetup: given => confirm('setupIntent', given),
      confirmCardPayment: (clientSecret, { payment_method } = {}) =>
        confirm('paymentIntent', { clientSecret, confirmParams: { payment_method }, redirect: 'if_required' }),
      async handleNextAction({ clientSecret }) {
        const found = await retrieve(clientSecret)
        return found.error ? found : await handled(clientSecret, found.paymentIntent ?? found.setupIntent)
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
