import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The figures served at /metrics, one helper per business event so that names live here alone. */
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
    help: 'Time of each step from link to sound',
    labelNames: ['step'],
    buckets: [0.05, 0.2, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  const endings = new Counter({
    name: 'recaps_summaries_total',
    help: 'Recaps that became readable, or ended with a failure code',
    labelNames: ['outcome'],
    registers,
  })
  const ratings = new Counter({
    name: 'recaps_ratings_total',
    help: 'What owners said of their summaries, each time they said another thing; none: they took it back',
    labelNames: ['rating'],
    registers,
  })
  const providers = new Counter({
    name: 'recaps_provider_failures_total',
    help: 'Failures of outside services, by provider and code',
    labelNames: ['provider', 'code'],
    registers,
  })
  const youtubeAttempts = new Counter({
    name: 'recaps_youtube_attempts_total',
    help: 'Questions to YouTube, by client and way out, and how they ended: ok, or a failure code',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  let restingNow = (): Map<string, boolean> => new Map()
  new Gauge({
    name: 'recaps_youtube_resting',
    help: '1 while a client on a way out is not asked, because it failed on one video after the other',
    labelNames: ['provider'],
    registers,
    collect() {
      this.reset()
      for (const [provider, isResting] of restingNow()) this.set({ provider }, isResting ? 1 : 0)
    },
  })
  const lostObjects = new Counter({
    name: 'recaps_lost_objects_total',
    help: 'Stored files that were gone and are made again, by kind',
    labelNames: ['kind'],
    registers,
  })
  const unnamedObjects = new Counter({
    name: 'recaps_unnamed_objects_total',
    help: 'Stored files that no row names any more and that were deleted, by kind',
    labelNames: ['kind'],
    registers,
  })
  const mails = new Counter({
    name: 'recaps_mails_total',
    help: 'Mails that ended, by template and outcome',
    labelNames: ['template', 'outcome'],
    registers,
  })
  const pushes = new Counter({
    name: 'recaps_pushes_total',
    help: 'Push messages that ended, one for each device, by topic and outcome',
    labelNames: ['template', 'outcome'],
    registers,
  })
  const tokens = new Counter({
    name: 'recaps_model_tokens_total',
    help: 'Tokens that the language model read and wrote',
    labelNames: ['direction'],
    registers,
  })
  const dollars = new Counter({ name: 'recaps_model_usd_total', help: 'What they cost, US dollars', registers })
  const stoodIn = new Counter({
    name: 'recaps_model_fallbacks_total',
    help: 'Texts, and parts of texts, that the built-in engine wrote in place of the language model, by reason',
    labelNames: ['reason'],
    registers,
  })
  const claims = new Counter({ name: 'recaps_runs_claimed_total', help: 'Due schedules that were claimed', registers })
  const runs = new Counter({
    name: 'recaps_runs_total',
    help: 'Runs of schedules that ended, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const due = new Gauge({ name: 'recaps_schedules_due', help: 'Schedules that are due and not claimed', registers })
  const lag = new Gauge({
    name: 'recaps_schedules_lag_seconds',
    help: 'How long the schedule that is due longest has waited',
    registers,
  })
  const polls = new Counter({
    name: 'recaps_channel_polls_total',
    help: 'Times that channels were asked for uploads, by outcome; unchanged: YouTube said that nothing had changed',
    labelNames: ['outcome'],
    registers,
  })
  const channels = new Gauge({
    name: 'recaps_channels_due',
    help: 'Channels whose time to be asked has come',
    registers,
  })
  const behind = new Gauge({
    name: 'recaps_channels_behind_seconds',
    help: 'How long the one that waits longest has been due',
    registers,
  })
  const hubTold = new Counter({
    name: 'recaps_hub_deliveries_total',
    help: 'What came in the name of the hub that tells of uploads, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const paymentEvents = new Counter({
    name: 'recaps_payment_events_total',
    help: 'What came in the name of who takes the money, by provider and outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  const paymentCalls = new Counter({
    name: 'recaps_payment_operations_total',
    help: 'Operations at the payment provider that ended, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const acknowledged = new Counter({
    name: 'recaps_store_acknowledgements_total',
    help: 'Purchases of which a store was told that they were taken; failed: it gives the money back',
    labelNames: ['outcome'],
    registers,
  })
  const oddPurchases = new Counter({
    name: 'recaps_payment_unknown_total',
    help: 'Subscriptions seen in a state, or of a price, that nobody knows: somebody should look',
    registers,
  })
  const reconciled = new Counter({
    name: 'recaps_payment_reconciled_total',
    help: 'Purchases that the reconciler looked at; healed: they were not as the provider has them',
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
    help: 'Pages and steps passed on to be counted, by outcome; dropped: too many were on their way already',
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
    recapEnded: (outcome: string) => endings.inc({ outcome }),
    summaryRated: (rating: 'good' | 'bad' | 'none') => ratings.inc({ rating }),
    providerFailed: (provider: string, code: string) => providers.inc({ provider, code }),
    youtubeAttempted: (provider: string, outcome: string) => youtubeAttempts.inc({ provider, outcome }),
    objectLost: (kind: string) => lostObjects.inc({ kind }),
    objectUnnamed: (kind: string) => unnamedObjects.inc({ kind }),
    /** Asks who rests whenever the figures are read. */
    watchYoutube(resting: () => Map<string, boolean>) {
      restingNow = resting
    },
    messageEnded: (kind: 'mail' | 'push', template: string, outcome: 'sent' | 'failed' | 'dropped') =>
      (kind === 'mail' ? mails : pushes).inc({ template, outcome }),
    modelSpent(cost: ModelSpending) {
      tokens.inc({ direction: 'in' }, cost.tokensIn)
      tokens.inc({ direction: 'out' }, cost.tokensOut)
      dollars.inc(cost.usd)
      if (cost.fallback) stoodIn.inc({ reason: cost.fallback })
      if (cost.fallbackChunks) stoodIn.inc({ reason: 'chunk' }, cost.fallbackChunks)
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
    hubTold: (outcome: 'taken' | 'refused') => hubTold.inc({ outcome }),
    paymentEventCame: (provider: 'stripe' | 'apple' | 'google', outcome: 'taken' | 'repeated' | 'refused') =>
      paymentEvents.inc({ provider, outcome }),
    purchaseAcknowledged: (outcome: 'done' | 'failed') => acknowledged.inc({ outcome }),
    paymentOperationEnded: (kind: string, outcome: 'done' | 'failed') => paymentCalls.inc({ kind, outcome }),
    paymentUnknown: () => oddPurchases.inc(),
    paymentReconciled: (outcome: 'same' | 'healed') => reconciled.inc({ outcome }),
    purchases(counts: readonly { status: string; count: number }[]) {
      purchases.reset()
      for (const { status, count } of counts) purchases.set({ status }, count)
    },
    eventCounted: (outcome: 'taken' | 'failed' | 'dropped') => counted.inc({ outcome }),
    eventStreams: (open: number) => streams.set(open),
  }
}

/**
 * Three gauges of the library end in `_total`, which is how Prometheus names counters. Their names without it are taken: by
 * the same figures, by type.
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

/** What a language model took for one text or answer, and where the built-in engine stood in for it. */
export interface ModelSpending {
  tokensIn: number
  tokensOut: number
  usd: number
  fallback?: string
  fallbackChunks?: number
}

export type Metrics = ReturnType<typeof createMetrics>
