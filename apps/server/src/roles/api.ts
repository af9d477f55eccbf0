import { existsSync } from 'node:fs'
import path from 'node:path'
import { isShareToken } from '@recaps/contract/share-token'
import type { Context } from 'hono'
import { bindAccount } from '../features/account/routes.ts'
import { bindAnalytics } from '../features/analytics/routes.ts'
import { bindAuth } from '../features/auth/routes.ts'
import { bindSignIn } from '../features/auth/sign-in-routes.ts'
import { bindFeedback } from '../features/feedback/routes.ts'
import { bindHealth } from '../features/health/routes.ts'
import { bindDevices } from '../features/notifications/device-routes.ts'
import { bindNotices } from '../features/notifications/notice-routes.ts'
import { bindOutboxPage } from '../features/notifications/outbox-page.ts'
import { bindUnsubscribePage } from '../features/notifications/unsubscribe-page.ts'
import { bindChannelHub } from '../features/schedules/hub-routes.ts'
import { bindSchedules } from '../features/schedules/routes.ts'
import { bindSubscriptions } from '../features/subscriptions/routes.ts'
import { openEventHub } from '../features/summaries/events.ts'
import { bindSummaries } from '../features/summaries/routes.ts'
import { bindPictures } from '../features/users/picture-routes.ts'
import { bindUsers } from '../features/users/routes.ts'
import { bindVoices } from '../features/voices/routes.ts'
import { bindYoutube } from '../features/youtube/routes.ts'
import { type ApiDocument, apiDocument, apiReference, contractCalls } from '../http/api-document.ts'
import { bindAppAssociations } from '../http/app-associations.ts'
import { clientNetwork } from '../http/client-address.ts'
import { bindClockPage } from '../http/clock-page.ts'
import { createLoadShedder } from '../http/load-shedder.ts'
import { allowedMethods } from '../http/methods.ts'
import { operatorsOnly } from '../http/operators-only.ts'
import { allowEmbedding, allowOrigins, corsHeaders } from '../http/origins.ts'
import { createRouter, type Router } from '../http/router.ts'
import { buildSecurityHeaders } from '../http/security-headers.ts'
import { securityText } from '../http/security-text.ts'
import { type RequestTimeouts, serve } from '../http/serve.ts'
import { serveWebApp } from '../http/web-app.ts'
import { guardDemoAccount } from './demo-guard.ts'
import { pageFacts } from './page-facts.ts'
import type { Services } from './services.ts'

const unknownProxy =
  'PUBLIC_URL is https but TRUSTED_PROXIES is 0: all users seem to share the network of the proxy, ' +
  'so 50 wrong logins block logins for everyone with 429. Set TRUSTED_PROXIES to the number of proxies in front of the server.'

/** Paths open to CORS callers, and paths they may also embed, if other origins are allowed. */
const callable = ['/api/*', '/health/*', '/uploads/*', '/exports/*']
const embeddable = ['/audio/*', '/thumbnails/*', '/pictures/*']

const logOverloadEveryMs = 10_000

/** Answers the API and serves the built web app. */
export async function startApi(
  services: Services,
  patience?: RequestTimeouts,
): Promise<{ port: number; stop(graceMs: number): Promise<void> }> {
  const { config } = services
  if (config.publicUrl.startsWith('https:') && config.trustedProxies === 0) services.logger.warn(unknownProxy)
  const stopping = new AbortController()
  const hub = await openEventHub(services.database, services)
  const headers = buildSecurityHeaders({
    isHttps: config.publicUrl.startsWith('https:'),
    frameOrigins: [services.embedBase],
    storageOrigin: services.storageOrigin,
    paymentOrigins: services.paymentOrigins,
  })
  const router = createRouter({
    authenticate: services.auth.sessions.authenticate,
    limits: services.limits,
    clock: services.clock,
    logger: services.logger,
    metrics: services.metrics,
    trustedProxies: config.trustedProxies,
    headers,
  })
  for (const paths of [...callable, ...embeddable]) router.app.use(paths, allowOrigins(config.allowedOrigins))
  for (const paths of embeddable) router.app.use(paths, allowEmbedding(config.allowedOrigins))
  const [demoAddress] = config.demoLogin?.split(' ') ?? []
  const isDemoAccount = async (id: number) => (await services.users.byEmail(demoAddress ?? ''))?.id === id
  bindEverything(demoAddress ? guardDemoAccount(router, isDemoAccount) : router, services, hub, stopping.signal)
  let overloadLoggedAt = Number.NEGATIVE_INFINITY
  const shedder = createLoadShedder({
    waitForDatabase: services.database.waitForConnection,
    onRejected() {
      services.metrics.requestShed()
      const now = performance.now()
      if (now - overloadLoggedAt < logOverloadEveryMs) return
      overloadLoggedAt = now
      services.logger.warn('process overloaded, refusing requests with 503')
    },
  })
  const headersFor = corsHeaders(config.allowedOrigins)
  const { host, port } = config
  const serving = await serve(router.app.fetch as never, { host, port, headers, headersFor, shedder }, patience)
  return {
    port: serving.port,
    async stop(graceMs) {
      stopping.abort()
      hub.endAll()
      await serving.close(graceMs)
      await hub.close()
    },
  }
}

function bindEverything(
  router: Router,
  services: Services,
  hub: Awaited<ReturnType<typeof openEventHub>>,
  isStopping: AbortSignal,
): void {
  const { config, limits } = services
  bindHealth(router, {
    pingDatabase: services.database.ping,
    productName: config.productName,
    appVersion: services.appVersion,
    demo: config.demo,
    sendsMail: config.mail.url !== undefined,
    hasOutboxPage: services.mailFolder !== undefined,
    hasTranscriber: services.summaries.hasTranscriber,
    isStopping: () => isStopping.aborted,
    facts: pageFacts(services),
    nativeSignIns: services.signIn.providers().native,
  })
  bindAuth(router, services.auth)
  bindSignIn(router, {
    signIn: services.signIn,
    limits,
    isHttps: config.publicUrl.startsWith('https:'),
    appScheme: config.appScheme,
  })
  bindUsers(router, services.users)
  bindPictures(router, {
    pictures: services.userPictures,
    users: services.users,
    limits,
    allowedOrigins: config.allowedOrigins,
  })
  bindDevices(router, services.devices, limits)
  bindNotices(router, services.notifications.notices)
  bindSubscriptions(router, {
    ...{ limits, subscriptions: services.subscriptions, billing: services.billing, clock: services.clock },
    getMonthlyUse: services.summaries.month,
  })
  bindYoutube(router, services.youtube, { limits, trustedProxies: config.trustedProxies })
  bindVoices(router, services.voices, services.storage)
  bindSummaries(router, services.summaries, {
    ...{ hub, limits, storage: services.storage, users: services.users },
    trustedProxies: config.trustedProxies,
  })
  bindChannelHub(router, services.channelHub, { limits, trustedProxies: config.trustedProxies })
  bindSchedules(router, services)
  bindAccount(router, services.account, { limits, storage: services.storage })
  bindFeedback(router, services.feedback)
  bindAnalytics(router, services.visitCounter, config.trustedProxies)

  const unbound = contractCalls().filter(call => !router.bound.includes(call))
  if (unbound.length > 0) throw new Error(`No handler for these routes of the contract: ${unbound.join(', ')}`)

  const { app } = router
  let described: ApiDocument | undefined
  // Built on the first request: it is rarely requested, and building it would slow down every start.
  const document = () => {
    described ??= apiDocument(config)
    return described
  }
  // For every method: others than the operator get the 404 of an unknown route, not a 405.
  app.use('/metrics', operatorsOnly(config.metricsToken ?? services.operatorToken))
  app.get('/metrics', async c =>
    c.body(await services.metrics.text(), 200, { 'Content-Type': services.metrics.contentType }),
  )
  app.use('/dev/*', operatorsOnly(services.operatorToken, { isPage: true }))
  if (services.mailFolder) bindOutboxPage(router, services.mailFolder)
  bindUnsubscribePage(router, {
    unsubscribeLinks: services.unsubscribing,
    limits,
    productName: config.productName,
    trustedProxies: config.trustedProxies,
  })
  if (services.demoClock) bindClockPage(router, services.demoClock)
  app.get('/.well-known/security.txt', c => c.text(securityText(config, services.clock.now())))
  bindAppAssociations(router, config.phoneApps)
  app.get('/api/openapi.json', c => c.json(document()))
  app.get('/api/docs', c => c.html(apiReference(document())))
  // The URL of this page may contain a one-time code.
  app.use('/auth/callback', async (c, next) => {
    await next()
    c.header('Referrer-Policy', 'no-referrer')
  })
  const dist = path.resolve(import.meta.dirname, '../../../web/dist')
  if (existsSync(path.join(dist, 'app.html'))) {
    const pages = serveWebApp(dist, pageFacts(services), (url, c) => cardAt(url, c, services))
    app.use('*', async (c, next) => {
      const isOurs = isOfApi(c.req.path) || allowedMethods(app, c.req.path).length > 0
      return isOurs ? await next() : await pages(c, next)
    })
  }
}

/** Link-preview metadata. Only for shared summaries, which anyone with the link may read. */
async function cardAt(url: string, c: Context, { summaries, limits, config }: Services) {
  const [, token = ''] = /^\/history-detail\/([^/]+)$/.exec(url) ?? []
  if (!isShareToken(token)) return null
  await limits.take('public', clientNetwork(c, config.trustedProxies))
  return await summaries.linkCard(token)
}

/** An unknown path of the API gets a 404 in JSON, not a page of the web app. */
const isOfApi = (url: string): boolean =>
  /^\/(api|health|metrics|audio|thumbnails|dev|uploads|pictures|exports|hooks|unsubscribe)(\/|$)/.test(url)
