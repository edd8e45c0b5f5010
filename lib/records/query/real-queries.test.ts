import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { typedColumns } from '@/lib/records/csv-types'
import { parseFilterText } from '@/lib/records/filter/parse-text'
import { isMatch } from '@/lib/records/filter/truth'
import type { RecordSpec } from '@/lib/records/format'
import { RecordFeed } from '@/lib/records/record-feed'
import type { Column, Shape } from '@/lib/records/shape'
import { NOTHING_WITHHELD } from '@/lib/records/withheld'
import { compileFilter } from './compile-filter'

/** Filters over files of vega-datasets, and the same question to DuckDB, written by hand: it must find the same records. */
const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../node_modules/vega-datasets/data/${name}`, import.meta.url))

let duckdb: DuckDBConnection
beforeAll(async () => {
  duckdb = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => duckdb?.closeSync())

type File = {
  name: string
  spec: RecordSpec
  /** Of csv, as a registered schema would give them. */
  types?: Record<string, Column['type']>
  /** How DuckDB reads it. */
  read: string
  pairs: [filter: string, where: string][]
}

const JSON_ARRAY: RecordSpec = { format: 'json_array', pointer: '' }
const CSV: RecordSpec = { format: 'csv', pointer: null }

const FILES: File[] = [
  {
    name: 'movies.json',
    spec: JSON_ARRAY,
    // A title may be a number, which is no text: DuckDB is given the JSON itself.
    read: `read_json('FILE', format = 'array', columns = {Title: 'JSON', "US Gross": 'DOUBLE', "Production Budget": 'DOUBLE',
      "MPAA Rating": 'VARCHAR', Distributor: 'VARCHAR', "Major Genre": 'VARCHAR', Director: 'VARCHAR',
      "Rotten Tomatoes Rating": 'DOUBLE', "IMDB Rating": 'DOUBLE', "Running Time min": 'DOUBLE'})`,
    pairs: [
      ['"IMDB Rating" > 8.5', '"IMDB Rating" > 8.5'],
      ['"IMDB Rating" = 6.1', '"IMDB Rating" = 6.1'],
      ['"IMDB Rating" <> 6.1', '"IMDB Rating" <> 6.1'],
      ['NOT "IMDB Rating" > 3', 'not "IMDB Rating" > 3'],
      ['"IMDB Rating" IS NULL', '"IMDB Rating" is null'],
      [
        '"IMDB Rating" IS NOT NULL AND "Rotten Tomatoes Rating" IS NULL',
        '"IMDB Rating" is not null and "Rotten Tomatoes Rating" is null',
      ],
      ['"US Gross" BETWEEN 1e6 AND 2000000.50', '"US Gross" between 1e6 and 2000000.50'],
      ['"US Gross" NOT BETWEEN 100 AND 300000000', '"US Gross" not between 100 and 300000000'],
      ['"US Gross" > "Production Budget"', '"US Gross" > "Production Budget"'],
      [`"MPAA Rating" IN ('R', 'PG-13')`, `"MPAA Rating" in ('R', 'PG-13')`],
      [`"MPAA Rating" NOT IN ('R', 'PG-13')`, `"MPAA Rating" not in ('R', 'PG-13')`],
      [`Title LIKE 'The %'`, `json_type(Title) = 'VARCHAR' and (Title->>'$') like 'The %'`],
      [`Title NOT LIKE '%e%'`, `json_type(Title) = 'VARCHAR' and (Title->>'$') not like '%e%'`],
      [`Title LIKE '____'`, `json_type(Title) = 'VARCHAR' and (Title->>'$') like '____'`],
      // Escaped, it is no wildcard: no title has the character.
      [`Title NOT LIKE '%\\\\%%'`, `json_type(Title) = 'VARCHAR' and not contains(Title->>'$', '%')`],
      [`CASEI(Title) LIKE CASEI('%STAR%')`, `json_type(Title) = 'VARCHAR' and (Title->>'$') ilike '%STAR%'`],
      [`CASEI(Distributor) = CASEI('paramount pictures')`, `lower(Distributor) = 'paramount pictures'`],
      [
        `Director = 'Steven Spielberg' AND ("IMDB Rating" > 8 OR "US Gross" > 2e8)`,
        `Director = 'Steven Spielberg' and ("IMDB Rating" > 8 or "US Gross" > 2e8)`,
      ],
      [`NOT ("Major Genre" = 'Drama' OR "IMDB Rating" > 6)`, `not ("Major Genre" = 'Drama' or "IMDB Rating" > 6)`],
      [`Distributor >= 'W'`, `Distributor >= 'W'`],
      ['"Running Time min" < 60 OR "Running Time min" > 200', '"Running Time min" < 60 or "Running Time min" > 200'],
    ],
  },
  {
    name: 'flights-200k.json',
    spec: JSON_ARRAY,
    read: `read_json('FILE', format = 'array', columns = {delay: 'INTEGER', distance: 'INTEGER', time: 'DOUBLE'})`,
    pairs: [
      ['delay > 500', 'delay > 500'],
      ['delay < -60 OR distance = 4962', 'delay < -60 or distance = 4962'],
      ['time BETWEEN 3 AND 3.25 AND delay <> 0', 'time between 3 and 3.25 and delay <> 0'],
      ['time = 23.983333333333334', 'time = 23.983333333333334'],
      ['distance IN (31, 4962, 100)', 'distance in (31, 4962, 100)'],
      ['NOT (delay <= 300) AND NOT distance > 1000', 'not (delay <= 300) and not distance > 1000'],
    ],
  },
  {
    name: 'airports.csv',
    spec: CSV,
    types: { latitude: 'number', longitude: 'number' },
    read: `read_csv('FILE', header = true, nullstr = '\\N', columns = {iata: 'VARCHAR', name: 'VARCHAR', city: 'VARCHAR', state: 'VARCHAR',
      country: 'VARCHAR', latitude: 'DOUBLE', longitude: 'DOUBLE'})`,
    pairs: [
      [`state = 'TX' AND latitude > 33.5`, `state = 'TX' and latitude > 33.5`],
      [`iata IN ('JFK', 'SFO', 'ORD')`, `iata in ('JFK', 'SFO', 'ORD')`],
      [`name LIKE '%Int\\'l%'`, `contains(name, 'Int''l')`],
      [`name LIKE '%International'`, `name like '%International'`],
      [`country <> 'USA'`, `country <> 'USA'`],
      ['longitude > 0 OR longitude < -170', 'longitude > 0 or longitude < -170'],
      [`CASEI(city) = CASEI('new york')`, `lower(city) = 'new york'`],
      ['latitude BETWEEN 20 AND 20.5', 'latitude between 20 and 20.5'],
    ],
  },
  {
    name: 'weather.csv',
    spec: CSV,
    types: { precipitation: 'number', temp_max: 'number', temp_min: 'number', wind: 'number' },
    read: `read_csv('FILE', header = true, columns = {location: 'VARCHAR', date: 'DATE', precipitation: 'DOUBLE', temp_max: 'DOUBLE',
      temp_min: 'DOUBLE', wind: 'DOUBLE', weather: 'VARCHAR'})`,
    pairs: [
      [`date >= DATE('2015-12-01')`, `date >= date '2015-12-01'`],
      [
        `date BETWEEN DATE('2013-02-27') AND DATE('2013-03-02')`,
        `date between date '2013-02-27' and date '2013-03-02'`,
      ],
      [
        `T_DURING(date, INTERVAL('2012-05-30', '2012-06-03'))`,
        `date > date '2012-05-30' and date <= date '2012-06-03'`,
      ],
      [`location = 'Seattle' AND weather = 'snow'`, `location = 'Seattle' and weather = 'snow'`],
      ['wind = temp_min', 'wind = temp_min'],
      ['precipitation = 0.0 AND wind > 9', 'precipitation = 0.0 and wind > 9'],
      [`weather NOT IN ('sun', 'rain', 'fog')`, `weather not in ('sun', 'rain', 'fog')`],
      ['wind > temp_max', 'wind > temp_max'],
      ['temp_min <= -10', 'temp_min <= -10'],
      [`weather LIKE '_o%'`, `weather like '_o%'`],
    ],
  },
]

function recordsOf({ spec, name }: File): { records: Buffer[]; header: string[] | null } {
  const records: Buffer[] = []
  const feed = new RecordFeed(spec, (r) => records.push(Buffer.from(r.bytes)))
  feed.push(readFileSync(pathOf(name)))
  feed.end()
  return { records, header: feed.header }
}

describe.each(FILES)('$name', (file) => {
  const { records, header } = recordsOf(file)
  const columns = header && typedColumns(header, new Map(Object.entries(file.types ?? {})))
  const shape = { format: file.spec.format, columns } as Shape
  beforeAll(async () => {
    await duckdb.run(
      `create or replace temp table t as select row_number() over () - 1 as i, * from ${file.read.replace('FILE', pathOf(file.name))}`,
    )
  })

  test.each(file.pairs)('%s', async (filter, where) => {
    const matches = compileFilter(parseFilterText(filter), shape, NOTHING_WITHHELD)
    const ours = records.flatMap((r, i) => (isMatch(matches(r, 0, r.length, i)) ? [i] : []))
    const rows = await duckdb.runAndReadAll(`select i from t where ${where} order by i`)
    expect(ours).toEqual(rows.getRows().map(([i]) => Number(i)))
    expect(ours.length).toBeGreaterThan(0)
    expect(ours.length).toBeLessThan(records.length)
  })
})
