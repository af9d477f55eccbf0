import { type Kysely, sql } from 'kysely'

/**
 * Search in the list of summaries: one document of normalized words per recap. Triggers update it on every change of a title
 * or text. Existing recaps go to `search_backlog`; the scheduler indexes them in small transactions.
 *
 * Words are normalized by functions of our own, not by `unaccent` or `to_tsvector`: the embedded database lacks the extension,
 * and the parser and `lower` depend on the locale of the operator's database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...functions, ...tables, ...triggers]) await sql.raw(statement).execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undone) await sql.raw(statement).execute(db)
}

/** Characters that are used as an apostrophe or a hyphen inside words. */
const apostrophes = '\\u00b4\\u02b9-\\u02bf\\u02c8\\u055a\\u05f3\\u2018-\\u201b\\u2032\\u2035\\ua78c\\uff07'
const hyphens = '\\u058a\\u05be\\u2010\\u2011\\u2212\\ufe63\\uff0d'
/** Accents, vowel points and other marks, and invisible characters. Without the voicing marks of kana, which make other letters. */
const marks =
  '\\u00ad\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf-\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670' +
  '\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed\\u093c\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200c-\\u200f\\u202a-\\u202e' +
  '\\u2060-\\u206f\\u20d0-\\u20ff\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff\\U000e0100-\\U000e01ef'
/** Non-ASCII punctuation and symbols, except those that represent letters or digits. */
const signs =
  '\\u0080-\\u00a9\\u00ab\\u00ac\\u00ae-\\u00b1\\u00b6-\\u00b8\\u00bb-\\u00bf\\u00d7\\u00f7\\u02b0-\\u02ff\\u037e\\u0387' +
  '\\u055a-\\u055f\\u0589\\u05f4\\u0600-\\u060f\\u061b-\\u061f\\u066a-\\u066d\\u06d4\\u06dd\\u06de\\u06e9\\u0964\\u0965' +
  '\\u0970\\u0e4f\\u0e5a\\u0e5b\\u10fb\\u1360-\\u1368\\u17d4-\\u17da\\u1800-\\u180e\\u2000-\\u206f\\u20a0-\\u20cf' +
  '\\u2100-\\u2129\\u212c-\\u215f\\u2190-\\u245f\\u2500-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u3030' +
  '\\u3036\\u3037\\u303d-\\u303f\\u30a0\\u30fb\\ue000-\\uf8ff\\ufd3e\\ufd3f\\ufe10-\\ufe1f\\ufe30-\\ufe6f\\uff00-\\uff0f' +
  '\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65\\uffe0-\\uffff\\U0001d000-\\U0001d37f\\U0001f000-\\U0001faff' +
  '\\U000e0000-\\U0010ffff'
/** Scripts without spaces between words: Thai, Lao, Myanmar, Khmer, kana, Chinese characters. */
const unspaced =
  '\\u0e01-\\u0e4e\\u0e81-\\u0ece\\u1000-\\u109f\\u1780-\\u17d3\\u3005-\\u3007\\u3041-\\u309f\\u30a1-\\u30fa' +
  '\\u30fc-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\U00020000-\\U0003ffff'

/** Letters that do not decompose to ASCII, and capitals that `lower` does not change under the locale C. */
const letters = {
  from:
    'ØøŁłĐđÐðĦħŦŧıƏəĸςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЂЉЊЋЏҐ' +
    'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
  to:
    'oollddddhhttieekσαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіђљњћџґ' +
    'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
}

/** Longer words are truncated, so that they always fit into the index. */
const longestWord = 64
const mostOfLabel = 1_000
const mostOfText = 100_000
const mostClauses = 32

const functions = [
  /*
   * Compounds separated by spaces, in lower case and without accents: `O’Brien's JavaScript: well-known` becomes
   * `o-brien-s java-script well-known`. `~` starts a run of a script without spaces.
   */
  `create function search_words(source text) returns text language plpgsql immutable strict parallel safe as $$
    declare
      t text := replace(source, '~', ' ');
      beyond_ascii constant text := '[^\\x01-\\x7f]';
    begin
      if t ~ beyond_ascii and getdatabaseencoding() = 'UTF8' then
        t := regexp_replace(t, '[${apostrophes}]', '''', 'g');
        t := regexp_replace(t, '[${hyphens}]', '-', 'g');
        t := regexp_replace(t, '[${marks}]', '', 'g');
        t := regexp_replace(t, '[${signs}]', ' ', 'g');
        -- English texts have nothing else beyond ASCII.
        if t ~ beyond_ascii then
          t := regexp_replace(left(normalize(t, NFKD), ${mostOfText}), '[${marks}]', '', 'g');
          t := translate(normalize(t, NFKC), '${letters.from}', '${letters.to}');
          t := replace(replace(replace(replace(t, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae');
          t := replace(replace(replace(replace(t, 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
          t := regexp_replace(t, '([${unspaced}]+)', ' ~\\1 ', 'g');
          t := regexp_replace(t, '([a-z])([A-Z])', '\\1-\\2', 'g');
          t := lower(translate(t, 'I', 'i'));
        end if;
      end if;
      t := regexp_replace(t, '([a-z])([A-Z])', '\\1-\\2', 'g');
      t := translate(t, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');
      t := regexp_replace(t, '([a-z])[+][+](?![a-z0-9])', '\\1plusplus', 'g');
      t := regexp_replace(t, '([a-z])#(?![a-z0-9])', '\\1sharp', 'g');
      t := regexp_replace(t, '([a-z])([0-9])', '\\1-\\2', 'g');
      t := regexp_replace(t, '([0-9])([a-z])', '\\1-\\2', 'g');
      t := regexp_replace(t, '([0-9]),([0-9])', '\\1-\\2', 'g');
      t := regexp_replace(t, '[-.]{2,}', ' ', 'g');
      t := regexp_replace(t, '[''\`._&/-]+', '-', 'g');
      t := regexp_replace(t, '[\\x01-\\x2c\\x2f\\x3a-\\x60\\x7b-\\x7d\\x7f]+', ' ', 'g');
      t := regexp_replace(t, '-+(?= |$)', '', 'g');
      t := regexp_replace(t, '(^| )-+', ' ', 'g');
      return btrim(regexp_replace(t, ' {2,}', ' ', 'g'));
    end $$`,

  // The stem of an English word; null for stop words and words of other languages.
  `create function search_stem(word text) returns text language sql immutable strict parallel safe as $$
    select case when word ~ '^[a-z]{3,}$' then (ts_lexize('pg_catalog.english_stem', word))[1] end $$`,

  /*
   * The search terms of a text: each compound as one word, its parts, their stems, pairs of characters for scripts without
   * spaces, and with `with_pairs` two adjacent compounds as one word, so that `wifi` finds `Wi Fi`.
   */
  `create function search_lexemes(source text, with_pairs boolean) returns tsvector
    language sql immutable strict parallel safe as $$
    with compounds as (
      select at, compound, replace(compound, '-', '') as whole
      from unnest(string_to_array(search_words(source), ' ')) with ordinality as words (compound, at)),
    words as (
      select whole as word from compounds where compound not like '~%'
      union select unnest(string_to_array(compound, '-')) from compounds where compound like '%-%'
      union select first.whole || second.whole from compounds first join compounds second on second.at = first.at + 1
        where with_pairs and first.compound not like '~%' and second.compound not like '~%'
      union select concat(letter, lead(letter) over (partition by at order by place))
        from compounds, unnest(string_to_array(substr(compound, 2), null)) with ordinality as letters (letter, place)
        where compound like '~%'),
    lexemes as (
      select left(word, ${longestWord}) as lexeme from words union select left(search_stem(word), ${longestWord}) from words)
    select array_to_tsvector(coalesce(array_agg(lexeme) filter (where lexeme <> ''), '{}')) from lexemes $$`,

  `create function search_term(word text) returns text language sql immutable strict parallel safe as $$
    select format('''%s'':*', left(word, ${longestWord})) || coalesce(' | ''' || left(stem, ${longestWord}) || '''', '')
    from nullif(search_stem(word), word) as stem $$`,

  // One clause per word of a search, as the text of a tsquery. All clauses must match.
  `create function search_clauses(source text) returns text[] language sql immutable strict parallel safe as $$
    with compounds as (
      select at, compound, replace(compound, '-', '') as whole,
        replace(lag(compound) over in_order || compound, '-', '') as with_last,
        replace(compound || lead(compound) over in_order, '-', '') as with_next
      from unnest(string_to_array(search_words(source), ' ')) with ordinality as words (compound, at)
      where compound <> '' window in_order as (order by at)),
    clauses as (
      select at, case
        when length(compound) = 2 and compound like '~%' then format('''%s'':*', substr(compound, 2))
        when compound like '~%' then (
          select string_agg(distinct format('''%s''', substr(compound, place, 2)), ' & ')
          from generate_series(2, length(compound) - 1) as place)
        else concat_ws(' | ', search_term(whole),
          case when with_last not like '%~%' then search_term(with_last) end,
          case when with_next not like '%~%' then search_term(with_next) end, (
          select string_agg(distinct format('(%s)', search_term(part)), ' & ') from unnest(string_to_array(compound, '-')) as part
          where compound like '%-%')) end as clause
      from compounds)
    select coalesce(array_agg(clause order by at), '{}')
    from (select clause, min(at) as at from clauses group by clause order by at limit ${mostClauses}) as distinct_clauses $$`,
]

const tables = [
  `create table search_documents (
    recap_id bigint primary key references recaps (id) on delete cascade, title tsvector not null default '',
    channel tsvector not null default '', headline tsvector not null default '', everything tsvector not null default '')`,
  // Without the pending list (`fastupdate`), which each search would have to scan and the embedded database never empties.
  'create index search_documents_by_words on search_documents using gin (everything) with (fastupdate = off)',
  'create table search_backlog (recap_id bigint primary key)',
  'insert into search_backlog (recap_id) select id from recaps',

  // Locks the row, so that concurrent changes of a title and a text of the same recap run one after the other and see each other.
  `create function index_recap_for_search(recap bigint) returns void language plpgsql as $$
    begin
      insert into search_documents (recap_id) select id from recaps where id = recap on conflict do nothing;
      perform from search_documents where recap_id = recap for update;
      with found as (
        select search_lexemes(left(coalesce(videos.title, ''), ${mostOfLabel}), true)
            || array_to_tsvector(array[recaps.video_id]) as title,
          search_lexemes(left(coalesce(videos.channel, ''), ${mostOfLabel}), true) as channel,
          search_lexemes(left(coalesce(recaps.headline, ''), ${mostOfLabel}), true) as headline,
          search_lexemes(left(coalesce((
            select string_agg(piece #>> '{}', ' ') from (
              select jsonb_path_query(recaps.content, '$.inThreePoints[*].text')
              union all select jsonb_path_query(recaps.content, '$.sections[*].title')
              union all select jsonb_path_query(recaps.content, '$.sections[*].sentences[*].text')) as pieces (piece)),
            ''), ${mostOfText}), false) as body
        from recaps left join videos on videos.video_id = recaps.video_id where recaps.id = recap)
      update search_documents set title = found.title, channel = found.channel, headline = found.headline,
        everything = found.title || found.channel || found.headline || found.body
      from found where recap_id = recap;
    end $$`,
]

const triggers = [
  `create function index_new_recap() returns trigger language plpgsql as $$
    begin
      -- A title that is being written now is waited for: its writer cannot see this recap yet.
      perform from videos where video_id = new.video_id for share;
      perform index_recap_for_search(new.id);
      return null;
    end $$`,
  `create trigger recaps_search_new after insert on recaps for each row execute function index_new_recap()`,

  `create function index_changed_recap() returns trigger language plpgsql as $$
    begin perform index_recap_for_search(new.id); return null; end $$`,
  `create trigger recaps_search_changed after update of content, headline, video_id on recaps for each row
    when ((old.content, old.headline, old.video_id) is distinct from (new.content, new.headline, new.video_id))
    execute function index_changed_recap()`,

  `create function index_recaps_of_video() returns trigger language plpgsql as $$
    begin
      perform index_recap_for_search(id) from (select id from recaps where video_id = new.video_id order by id) as own;
      return null;
    end $$`,
  `create trigger videos_search_new after insert on videos for each row execute function index_recaps_of_video()`,
  `create trigger videos_search_changed after update of title, channel on videos for each row
    when ((old.title, old.channel) is distinct from (new.title, new.channel))
    execute function index_recaps_of_video()`,
]

const undone = [
  'drop trigger videos_search_changed on videos',
  'drop trigger videos_search_new on videos',
  'drop trigger recaps_search_changed on recaps',
  'drop trigger recaps_search_new on recaps',
  'drop function index_recaps_of_video(), index_changed_recap(), index_new_recap(), index_recap_for_search(bigint)',
  'drop table search_backlog, search_documents',
  'drop function search_clauses(text), search_term(text), search_lexemes(text, boolean), search_stem(text), search_words(text)',
]
