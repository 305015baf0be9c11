/** Channel of notifications about changed rows. The payload is the key's bytes in hexadecimal. */
export const CHANNEL = "reviews_kv";

/**
 * Creates the table, index, sequence and function if they do not exist. A row is one key as `key_bytes.ts` encodes it.
 * `value` is serialised by V8, or `number` is a `Deno.KvU64`; `version` is the number of the commit that wrote it. The
 * lock serves services that start at the same time, when `if not exists` alone fails.
 */
export const SCHEMA = `
begin;
select pg_advisory_xact_lock(7223372036854775001);
create table if not exists reviews_kv (
  key bytea primary key,
  value bytea,
  number numeric(20),
  version bigint not null,
  expires_at timestamptz
);
create index if not exists reviews_kv_expires_at on reviews_kv (expires_at) where expires_at is not null;
create sequence if not exists reviews_kv_version;
create or replace function reviews_kv_commit(
  checked bytea[], versions bigint[],
  written bytea[], kinds text[], contents bytea[], numbers numeric[], lifetimes bigint[],
  told bytea[]
) returns bigint language plpgsql as $body$
declare
  id bigint;
  stamp bigint;
begin
  -- In one order, so that two commits never wait for each other. Keys that do not exist are locked as well.
  for id in select distinct hashtextextended(encode(key, 'hex'), 1) as hash from unnest(checked || written) as key order by hash
  loop
    perform pg_advisory_xact_lock(id);
  end loop;
  if exists (
    select from unnest(checked, versions) as wanted(key, version)
    left join reviews_kv as row on row.key = wanted.key and (row.expires_at is null or row.expires_at > clock_timestamp())
    where coalesce(row.version, 0) <> wanted.version
  ) then
    return null;
  end if;
  stamp := nextval('reviews_kv_version');
  for at in 1 .. cardinality(written) loop
    if kinds[at] = 'delete' then
      delete from reviews_kv where key = written[at];
    elsif kinds[at] = 'sum' then
      delete from reviews_kv where key = written[at] and expires_at <= clock_timestamp();
      insert into reviews_kv as row (key, number, version) values (written[at], numbers[at], stamp)
      on conflict (key) do update set number = mod(row.number + excluded.number, 18446744073709551616), version = stamp;
      if exists (select from reviews_kv where key = written[at] and number is null) then
        raise exception 'A row that is no number cannot be added to.';
      end if;
    else
      insert into reviews_kv (key, value, number, version, expires_at)
      values (
        written[at], contents[at], numbers[at], stamp,
        clock_timestamp() + make_interval(secs => lifetimes[at]::double precision / 1000)
      )
      on conflict (key) do update set
        value = excluded.value, number = excluded.number, version = stamp, expires_at = excluded.expires_at;
    end if;
  end loop;
  perform pg_notify('${CHANNEL}', encode(key, 'hex')) from unnest(told) as key;
  return stamp;
end
$body$;
commit`;

/** Commits all or nothing, in one round trip. The result is null if a check failed. */
export const COMMIT = "select reviews_kv_commit($1, $2, $3, $4, $5, $6, $7, $8) as version";

const COLUMNS = "key, value, number, version";
const IS_LEFT = "(expires_at is null or expires_at > clock_timestamp())";

/** Selects the rows of some keys. */
export const GET = `select ${COLUMNS} from reviews_kv where key = any($1) and ${IS_LEFT}`;

/** Selects the rows from one key up to another, in order. */
export const LIST =
  `select ${COLUMNS} from reviews_kv where key >= $1 and key < $2 and ${IS_LEFT} order by key limit $3`;

/** Deletes expired rows. */
export const REMOVE_EXPIRED = "delete from reviews_kv where expires_at <= clock_timestamp()";

/** Statements that rewrite the table: a plain `vacuum` leaves the bytes of deleted rows in its pages. */
export const ERASE_TRACES: readonly string[] = ["set lock_timeout = '5s'", "vacuum full reviews_kv"];
