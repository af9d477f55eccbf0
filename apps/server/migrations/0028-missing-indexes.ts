import { type Kysely, sql } from 'kysely'

const indexes = [
  // Foreign keys: needed when a row of the referenced table is deleted.
  'outbox_of_device on outbox (device_id) where device_id is not null',
  'payment_operations_of_user on payment_operations (user_id) where user_id is not null',
  'reads_of_recap on reads (recap_id)',
  'recaps_of_transcript on recaps (transcript_id) where transcript_id is not null',
  'run_items_told_in on run_items (told_in) where told_in is not null',
  'all_schedules_of_user on schedules (user_id)',
  'viewers_of_user on viewers (user_id)',
  // For the hourly deletion of old rows.
  'channel_videos_by_time on channel_videos (published_at)',
  'notices_by_time on notices (created_at)',
  'viewers_by_day on viewers (day)',
  'network_viewers_by_day on network_viewers (day)',
  // For the metrics.
  'user_subscriptions_by_status on user_subscriptions (status)',
]

/** Indexes for queries that are slow on large tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of indexes) await sql.raw(`create index ${index}`).execute(db)
}
