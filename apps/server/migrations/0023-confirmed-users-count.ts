import { type Kysely, sql } from 'kysely'

/**
 * Only summaries and views of users with a confirmed address count towards the popular list. The view count of a summary only
 * includes its owner and readers of its link: that other users have the same recap stays private until it is popular.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'drop trigger users_mark_choice on users',
  `create trigger users_mark_choice after update of shows_in_popular, email_verified_at on users for each row
    when ((old.shows_in_popular, old.email_verified_at is null)
      is distinct from (new.shows_in_popular, new.email_verified_at is null))
    execute function mark_recaps_of_user()`,

  // Viewers are kept for two days, so recent views can be counted once the address is confirmed, and can be subtracted now.
  'alter table viewers add column counted boolean not null default true',
  `update viewers set counted = false from users
    where users.id = viewers.user_id and users.email_verified_at is null`,
  'create index viewers_not_counted on viewers (user_id) where not counted',
  `update view_days set views = view_days.views - uncounted.many
    from (select recap_id, day, count(*)::integer as many from viewers where not counted group by recap_id, day) as uncounted
    where uncounted.recap_id = view_days.recap_id and uncounted.day = view_days.day`,
  'delete from view_days where views <= 0',
  `create function count_views_of_user() returns trigger language plpgsql as $$
    begin
      with late as (update viewers set counted = true where user_id = new.id and not counted returning recap_id, day)
      insert into view_days (recap_id, day, views) select recap_id, day, 1 from late order by recap_id, day
        on conflict (recap_id, day) do update set views = view_days.views + 1;
      return null;
    end $$`,
  `create trigger users_count_views after update of email_verified_at on users for each row
    when (old.email_verified_at is null and new.email_verified_at is not null)
    execute function count_views_of_user()`,

  'alter table summaries add column view_count bigint not null default 0',
  // If several users had a summary of the same recap, we cannot tell whose views were counted.
  `update summaries set view_count = case
      when not exists (select from summaries other where other.recap_id = summaries.recap_id and other.id <> summaries.id)
        then recaps.view_count
      when summaries.opened_at is not null then least(recaps.view_count, 1)
      else 0 end
    from recaps where recaps.id = summaries.recap_id and recaps.view_count > 0`,

  'insert into popular_marks (recap_id) select distinct recap_id from popular_standings',
]
