import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics served at /metrics, with one function per event, so that only this file knows the metric names. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  renameGauges(registry)
  const registers = [registry]
  const http = new Histogram({
    name: 'recaps_http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const shed = new Counter({
    name: 'recaps_http_requests_shed_total',
    help: 'Requests refused with 503 because the process was overloaded',
    registers,
  })
  const jobs = new Histogram({
    name: 'recaps_job_seconds',
    help: 'Run time of background jobs, by name and outcome',
    labelNames: ['job', 'outcome'],
    buckets: [0.05, 0.2, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  const steps = new Histogram({
    name: 'recaps_step_seconds',
    help: 'Duration of each step from link to audio, by step',
    labelNames: ['step'],
    buckets: [0.05, 0.2, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  const recapResults = new Counter({
    name: 'recaps_summaries_total',
    help: 'Recaps that became readable or failed, by outcome (failure code)',
    labelNames: ['outcome'],
    registers,
  })
  const ratings = new Counter({
    name: 'recaps_ratings_total',
    help: 'Ratings of summaries by their owners, counted at every change; none: rating removed',
    labelNames: ['rating'],
    registers,
  })
  const providers = new Counter({
    name: 'recaps_provider_failures_total',
    help: 'Failures of external services, by provider and code',
    labelNames: ['provider', 'code'],
    registers,
  })
  const youtubeAttempts = new Counter({
    name: 'recaps_youtube_attempts_total',
    help: 'Requests to YouTube, by client and route and by outcome: ok, or a failure code',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  let pausedClients = (): Map<string, boolean> => new Map()
  new Gauge({
    name: 'recaps_youtube_resting',
    help: '1 while a YouTube client is paused on a route after failing for several videos in a row',
    labelNames: ['provider'],
    registers,
    collect() {
      this.reset()
      for (const [provider, isPaused] of pausedClients()) this.set({ provider }, isPaused ? 1 : 0)
    },
  })
  const lostObjects = new Counter({
    name: 'recaps_lost_objects_total',
    help: 'Stored files that were lost and are being restored, by kind',
    labelNames: ['kind'],
    registers,
  })
  const unnamedObjects = new Counter({
    name: 'recaps_unnamed_objects_total',
    help: 'Stored files deleted because no row references them, by kind',
    labelNames: ['kind'],
    registers,
  })
  const mails = new Counter({
    name: 'recaps_mails_total',
    help: 'Mails that were sent, failed or dropped, by template and outcome',
    labelNames: ['template', 'outcome'],
    registers,
  })
  const pushes = new Counter({
    name: 'recaps_pushes_total',
    help: 'Push notifications that were sent, failed or dropped, one per device, by topic and outcome',
    labelNames: ['template', 'outcome'],
    registers,
  })
  const tokens = new Counter({
    name: 'recaps_model_tokens_total',
    help: 'Tokens read and written by the language model, by direction',
    labelNames: ['direction'],
    registers,
  })
  const dollars = new Counter({
    name: 'recaps_model_usd_total',
    help: 'Cost of the language model in US dollars',
    registers,
  })
  const fallbacks = new Counter({
    name: 'recaps_model_fallbacks_total',
    help: 'Texts, and parts of texts, written by the built-in engine instead of the language model, by reason',
    labelNames: ['reason'],
    registers,
  })
  const claims = new Counter({ name: 'recaps_runs_claimed_total', help: 'Due schedules that were claimed', registers })
  const runs = new Counter({
    name: 'recaps_runs_total',
    help: 'Schedule runs that ended, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const due = new Gauge({ name: 'recaps_schedules_due', help: 'Schedules that are due and not claimed yet', registers })
  const lag = new Gauge({
    name: 'recaps_schedules_lag_seconds',
    help: 'How long the most overdue schedule has been due',
    registers,
  })
  const polls = new Counter({
    name: 'recaps_channel_polls_total',
    help: 'Polls of channels for new uploads, by outcome; unchanged: YouTube reported no change',
    labelNames: ['outcome'],
    registers,
  })
  const channels = new Gauge({
    name: 'recaps_channels_due',
    help: 'Channels that are due for a poll',
    registers,
  })
  const behind = new Gauge({
    name: 'recaps_channels_behind_seconds',
    help: 'How long the most overdue channel has been due',
    registers,
  })
  const hubDeliveries = new Counter({
    name: 'recaps_hub_deliveries_total',
    help: 'Deliveries from the hub that announces uploads, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const paymentEvents = new Counter({
    name: 'recaps_payment_events_total',
    help: 'Messages from payment providers, by provider and outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  const paymentCalls = new Counter({
    name: 'recaps_payment_operations_total',
    help: 'Operations at the payment provider that completed or failed, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const acknowledged = new Counter({
    name: 'recaps_store_acknowledgements_total',
    help: 'Purchases acknowledged at an app store, by outcome; failed: the store will refund the buyer',
    labelNames: ['outcome'],
    registers,
  })
  const oddPurchases = new Counter({
    name: 'recaps_payment_unknown_total',
    help: 'Subscriptions in an unknown state or with an unknown price. The operator should check them',
    registers,
  })
  const reconciled = new Counter({
    name: 'recaps_payment_reconciled_total',
    help: 'Purchases checked by reconciliation, by outcome; healed: the local copy was stale',
    labelNames: ['outcome'],
    registers,
  })
  const purchases = new Gauge({
    name: 'recaps_purchases',
    help: 'Purchases by status',
    labelNames: ['status'],
    registers,
  })
  const counted = new Counter({
    name: 'recaps_analytics_events_total',
    help: 'Pages and steps sent to the analytics provider, by outcome; dropped: too many calls were pending',
    labelNames: ['outcome'],
    registers,
  })
  const streams = new Gauge({ name: 'recaps_event_streams', help: 'Open event streams', registers })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    requestAnswered: (labels: { method: string; route: string; status: number }, seconds: number) =>
      http.observe({ ...labels, status: String(labels.status) }, seconds),
    requestShed: () => shed.inc(),
    jobRan: (job: string, outcome: 'done' | 'failed' | 'handed_back', seconds: number) =>
      jobs.observe({ job, outcome }, seconds),
    stepTook: (step: 'captions' | 'hearing' | 'summary' | 'audio', ms: number) => steps.observe({ step }, ms / 1000),
    recapEnded: (outcome: string) => recapResults.inc({ outcome }),
    summaryRated: (rating: 'good' | 'bad' | 'none') => ratings.inc({ rating }),
    providerFailed: (provider: string, code: string) => providers.inc({ provider, code }),
    youtubeAttempted: (provider: string, outcome: string) => youtubeAttempts.inc({ provider, outcome }),
    objectLost: (kind: string) => lostObjects.inc({ kind }),
    objectUnnamed: (kind: string) => unnamedObjects.inc({ kind }),
    /** Called for the paused clients whenever the metrics are read. */
    watchYoutube(paused: () => Map<string, boolean>) {
      pausedClients = paused
    },
    messageEnded: (kind: 'mail' | 'push', template: string, outcome: 'sent' | 'failed' | 'dropped') =>
      (kind === 'mail' ? mails : pushes).inc({ template, outcome }),
    modelSpent(cost: ModelSpending) {
      tokens.inc({ direction: 'in' }, cost.tokensIn)
      tokens.inc({ direction: 'out' }, cost.tokensOut)
      dollars.inc(cost.usd)
      if (cost.fallback) fallbacks.inc({ reason: cost.fallback })
      if (cost.fallbackChunks) fallbacks.inc({ reason: 'chunk' }, cost.fallbackChunks)
    },
    runsClaimed: (count: number) => claims.inc(count),
    runEnded: (outcome: 'delivered' | 'skipped') => runs.inc({ outcome }),
    schedulesDue(count: number, seconds: number) {
      due.set(count)
      lag.set(seconds)
    },
    channelPolled: (outcome: 'unchanged' | 'nothing_new' | 'new' | 'failed' | 'gone' | 'spared') =>
      polls.inc({ outcome }),
    channelsDue(count: number, secondsBehind: number) {
      channels.set(count)
      behind.set(secondsBehind)
    },
    hubDelivered: (outcome: 'taken' | 'refused') => hubDeliveries.inc({ outcome }),
    paymentEventReceived: (provider: 'stripe' | 'apple' | 'google', outcome: 'taken' | 'repeated' | 'refused') =>
      paymentEvents.inc({ provider, outcome }),
    purchaseAcknowledged: (outcome: 'done' | 'failed') => acknowledged.inc({ outcome }),
    paymentOperationEnded: (kind: string, outcome: 'done' | 'failed') => paymentCalls.inc({ kind, outcome }),
    paymentUnknown: () => oddPurchases.inc(),
    paymentReconciled: (outcome: 'same' | 'healed') => reconciled.inc({ outcome }),
    purchases(counts: readonly { status: string; count: number }[]) {
      purchases.reset()
      for (const { status, count } of counts) purchases.set({ status }, count)
    },
    visitCounted: (outcome: 'taken' | 'failed' | 'dropped') => counted.inc({ outcome }),
    eventStreams: (open: number) => streams.set(open),
  }
}

/**
 * Renames three gauges of prom-client that end in `_total`, a suffix reserved for counters. Their names without it are taken by
 * the same figures split by type.
 */
function renameGauges(registry: Registry): void {
  for (const [name, renamed] of Object.entries({
    nodejs_active_handles_total: 'nodejs_open_handles',
    nodejs_active_requests_total: 'nodejs_open_requests',
    nodejs_active_resources_total: 'nodejs_open_resources',
  })) {
    const gauge = registry.getSingleMetric(name)
    if (!gauge) continue
    registry.removeSingleMetric(name)
    registry.registerMetric(Object.assign(gauge, { name: renamed }))
  }
}

/** Usage of a language model for one text or answer, and whether the built-in engine replaced it. */
export interface ModelSpending {
  tokensIn: number
  tokensOut: number
  usd: number
  fallback?: string
  fallbackChunks?: number
}

export type Metrics = ReturnType<typeof createMetrics>
