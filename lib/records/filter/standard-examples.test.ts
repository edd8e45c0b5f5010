import { expect, test } from 'vitest'
import { parseFilterJson } from './parse-json'
import { parseFilterText } from './parse-text'
import { filterToJson } from './to-json'

/**
 * The examples of OGC 21-065 (clauses 6 and 7, and those beside its schema) that have nothing but what is supported, with
 * the JSON that the standard gives for each.
 */
const EXAMPLES: [text: string, json: string][] = [
  ["city='Toronto'", '{"op":"=","args":[{"property":"city"},"Toronto"]}'],
  ["updated >= date('1970-01-01')", '{"op":">=","args":[{"property":"updated"},{"date":"1970-01-01"}]}'],
  ['geometry IS NOT NULL', '{"op":"not","args":[{"op":"isNull","args":[{"property":"geometry"}]}]}'],
  ["name LIKE 'Smith%'", '{"op":"like","args":[{"property":"name"},"Smith%"]}'],
  ['depth BETWEEN 100.0 and 150.0', '{"op":"between","args":[{"property":"depth"},100.0,150.0]}'],
  [
    "cityName IN ('Toronto','Frankfurt','Tokyo','New York')",
    '{"op":"in","args":[{"property":"cityName"},["Toronto","Frankfurt","Tokyo","New York"]]}',
  ],
  ['category NOT IN (1,2,3,4)', '{"op":"not","args":[{"op":"in","args":[{"property":"category"},[1,2,3,4]]}]}'],
  [
    "CASEI(road_class) IN (CASEI('Οδος'),CASEI('Straße'))",
    '{"op":"in","args":[{"op":"casei","args":[{"property":"road_class"}]},[{"op":"casei","args":["Οδος"]},{"op":"casei","args":["Straße"]}]]}',
  ],
  [
    "T_INTERSECTS(event_time, INTERVAL('1969-07-16T05:32:00Z', '1969-07-24T16:50:35Z'))",
    '{"op":"t_intersects","args":[{"property":"event_time"},{"interval":["1969-07-16T05:32:00Z","1969-07-24T16:50:35Z"]}]}',
  ],
  [
    "T_DURING(INTERVAL(touchdown, liftOff), INTERVAL('1969-07-16T13:32:00Z', '1969-07-24T16:50:35Z'))",
    '{"op":"t_during","args":[{"interval":[{"property":"touchdown"},{"property":"liftOff"}]},{"interval":["1969-07-16T13:32:00Z","1969-07-24T16:50:35Z"]}]}',
  ],
  [
    "A_CONTAINS(layer:ids, ('layers-ca','layers-us'))",
    '{"op":"a_contains","args":[{"property":"layer:ids"},["layers-ca","layers-us"]]}',
  ],
  [
    "T_DURING(INTERVAL('1969-07-20T20:17:40Z', '1969-07-21T17:54:00Z'), INTERVAL('1969-07-16T13:32:00Z', '1969-07-24T16:50:35Z'))",
    '{"op":"t_during","args":[{"interval":["1969-07-20T20:17:40Z","1969-07-21T17:54:00Z"]},{"interval":["1969-07-16T13:32:00Z","1969-07-24T16:50:35Z"]}]}',
  ],
  [
    "landsat:scene_id = 'LC82030282019133LGN00'",
    '{"op":"=","args":[{"property":"landsat:scene_id"},"LC82030282019133LGN00"]}',
  ],
  ["eo:instrument LIKE 'OLI%'", '{"op":"like","args":[{"property":"eo:instrument"},"OLI%"]}'],
  [
    "landsat:wrs_path IN ('153','154','15X')",
    '{"op":"in","args":[{"property":"landsat:wrs_path"},["153","154","15X"]]}',
  ],
  [
    'eo:cloud_cover < 0.1 AND landsat:wrs_row=28 AND landsat:wrs_path=203',
    '{"op":"and","args":[{"op":"<","args":[{"property":"eo:cloud_cover"},0.1]},{"op":"=","args":[{"property":"landsat:wrs_row"},28]},{"op":"=","args":[{"property":"landsat:wrs_path"},203]}]}',
  ],
  [
    'eo:cloud_cover=0.1 OR eo:cloud_cover=0.2',
    '{"op":"or","args":[{"op":"=","args":[{"property":"eo:cloud_cover"},0.1]},{"op":"=","args":[{"property":"eo:cloud_cover"},0.2]}]}',
  ],
  ['eo:cloud_cover IN (0.1,0.2)', '{"op":"in","args":[{"property":"eo:cloud_cover"},[0.1,0.2]]}'],
  [
    'eo:cloud_cover BETWEEN 0.1 AND 0.2 AND landsat:wrs_row=28 AND landsat:wrs_path=203',
    '{"op":"and","args":[{"op":"between","args":[{"property":"eo:cloud_cover"},0.1,0.2]},{"op":"=","args":[{"property":"landsat:wrs_row"},28]},{"op":"=","args":[{"property":"landsat:wrs_path"},203]}]}',
  ],
  [
    'eo:cloud_cover >= 0.1 AND eo:cloud_cover <= 0.2 AND landsat:wrs_row=28 AND landsat:wrs_path=203',
    '{"op":"and","args":[{"op":">=","args":[{"property":"eo:cloud_cover"},0.1]},{"op":"<=","args":[{"property":"eo:cloud_cover"},0.2]},{"op":"=","args":[{"property":"landsat:wrs_row"},28]},{"op":"=","args":[{"property":"landsat:wrs_path"},203]}]}',
  ],
  ['floors>5', '{"op":">","args":[{"property":"floors"},5]}'],
  ['taxes <= 500', '{"op":"<=","args":[{"property":"taxes"},500]}'],
  ["owner LIKE '%Jones%'", '{"op":"like","args":[{"property":"owner"},"%Jones%"]}'],
  ["owner LIKE 'Mike%'", '{"op":"like","args":[{"property":"owner"},"Mike%"]}'],
  ["owner NOT LIKE '%Mike%'", '{"op":"not","args":[{"op":"like","args":[{"property":"owner"},"%Mike%"]}]}'],
  ['swimming_pool = true', '{"op":"=","args":[{"property":"swimming_pool"},true]}'],
  [
    'floors>5 AND swimming_pool=true',
    '{"op":"and","args":[{"op":">","args":[{"property":"floors"},5]},{"op":"=","args":[{"property":"swimming_pool"},true]}]}',
  ],
  [
    "swimming_pool=true AND (floors>5 OR material LIKE 'brick%' OR material LIKE '%brick')",
    '{"op":"and","args":[{"op":"=","args":[{"property":"swimming_pool"},true]},{"op":"or","args":[{"op":">","args":[{"property":"floors"},5]},{"op":"like","args":[{"property":"material"},"brick%"]},{"op":"like","args":[{"property":"material"},"%brick"]}]}]}',
  ],
  [
    "(floors>5 AND material='brick') OR swimming_pool=true",
    '{"op":"or","args":[{"op":"and","args":[{"op":">","args":[{"property":"floors"},5]},{"op":"=","args":[{"property":"material"},"brick"]}]},{"op":"=","args":[{"property":"swimming_pool"},true]}]}',
  ],
  [
    'NOT (floors<5) OR swimming_pool=true',
    '{"op":"or","args":[{"op":"not","args":[{"op":"<","args":[{"property":"floors"},5]}]},{"op":"=","args":[{"property":"swimming_pool"},true]}]}',
  ],
  [
    "(owner LIKE 'mike%' OR owner LIKE 'Mike%') AND floors<4",
    '{"op":"and","args":[{"op":"or","args":[{"op":"like","args":[{"property":"owner"},"mike%"]},{"op":"like","args":[{"property":"owner"},"Mike%"]}]},{"op":"<","args":[{"property":"floors"},4]}]}',
  ],
  ["T_BEFORE(built, DATE('2015-01-01'))", '{"op":"t_before","args":[{"property":"built"},{"date":"2015-01-01"}]}'],
  ["T_AFTER(built,DATE('2012-06-05'))", '{"op":"t_after","args":[{"property":"built"},{"date":"2012-06-05"}]}'],
  [
    "T_DURING(INTERVAL(starts_at, ends_at), INTERVAL('2017-06-10T07:30:00Z', '2017-06-11T10:30:00Z'))",
    '{"op":"t_during","args":[{"interval":[{"property":"starts_at"},{"property":"ends_at"}]},{"interval":["2017-06-10T07:30:00Z","2017-06-11T10:30:00Z"]}]}',
  ],
  [
    "CASEI(geophys:SURVEY_NAME) LIKE CASEI('%calcutta%')",
    '{"op":"like","args":[{"op":"casei","args":[{"property":"geophys:SURVEY_NAME"}]},{"op":"casei","args":["%calcutta%"]}]}',
  ],
  [
    '"id" = \'fa7e1920-9107-422d-a3db-c468cbc5d6df\'',
    '{"op":"=","args":[{"property":"id"},"fa7e1920-9107-422d-a3db-c468cbc5d6df"]}',
  ],
  [
    '"id" <> \'fa7e1920-9107-422d-a3db-c468cbc5d6df\'',
    '{"op":"<>","args":[{"property":"id"},"fa7e1920-9107-422d-a3db-c468cbc5d6df"]}',
  ],
  ['"value" < 10', '{"op":"<","args":[{"property":"value"},10]}'],
  ['"value" > 10', '{"op":">","args":[{"property":"value"},10]}'],
  ['"value" <= 10', '{"op":"<=","args":[{"property":"value"},10]}'],
  ['"value" >= 10', '{"op":">=","args":[{"property":"value"},10]}'],
  ['"name" LIKE \'foo%\'', '{"op":"like","args":[{"property":"name"},"foo%"]}'],
  ['"name" NOT LIKE \'foo%\'', '{"op":"not","args":[{"op":"like","args":[{"property":"name"},"foo%"]}]}'],
  ['NOT "name" LIKE \'foo%\'', '{"op":"not","args":[{"op":"like","args":[{"property":"name"},"foo%"]}]}'],
  ['"value" BETWEEN 10 AND 20', '{"op":"between","args":[{"property":"value"},10,20]}'],
  ['"value" NOT BETWEEN 10 AND 20', '{"op":"not","args":[{"op":"between","args":[{"property":"value"},10,20]}]}'],
  ['NOT "value" BETWEEN 10 AND 20', '{"op":"not","args":[{"op":"between","args":[{"property":"value"},10,20]}]}'],
  ['"value" IN (1.0, 2.0, 3.0)', '{"op":"in","args":[{"property":"value"},[1.0,2.0,3.0]]}'],
  ["\"value\" NOT IN ('a', 'b', 'c')", '{"op":"not","args":[{"op":"in","args":[{"property":"value"},["a","b","c"]]}]}'],
  ["NOT \"value\" IN ('a', 'b', 'c')", '{"op":"not","args":[{"op":"in","args":[{"property":"value"},["a","b","c"]]}]}'],
  ['"value" IS NULL', '{"op":"isNull","args":[{"property":"value"}]}'],
  ['"value" IS NOT NULL', '{"op":"not","args":[{"op":"isNull","args":[{"property":"value"}]}]}'],
  ['NOT "value" IS NULL', '{"op":"not","args":[{"op":"isNull","args":[{"property":"value"}]}]}'],
  [
    '"name" NOT LIKE \'foo%\' AND "value" > 10',
    '{"op":"and","args":[{"op":"not","args":[{"op":"like","args":[{"property":"name"},"foo%"]}]},{"op":">","args":[{"property":"value"},10]}]}',
  ],
  [
    '(NOT "name" LIKE \'foo%\' AND "value" > 10)',
    '{"op":"and","args":[{"op":"not","args":[{"op":"like","args":[{"property":"name"},"foo%"]}]},{"op":">","args":[{"property":"value"},10]}]}',
  ],
  [
    '"value" IS NULL OR "value" BETWEEN 10 AND 20',
    '{"op":"or","args":[{"op":"isNull","args":[{"property":"value"}]},{"op":"between","args":[{"property":"value"},10,20]}]}',
  ],
  [
    '("value" IS NULL OR "value" BETWEEN 10 AND 20)',
    '{"op":"or","args":[{"op":"isNull","args":[{"property":"value"}]},{"op":"between","args":[{"property":"value"},10,20]}]}',
  ],
  [
    'T_AFTER("updated_at", DATE(\'2010-02-10\'))',
    '{"op":"t_after","args":[{"property":"updated_at"},{"date":"2010-02-10"}]}',
  ],
  [
    "T_BEFORE(updated_at, TIMESTAMP('2012-08-10T05:30:00Z'))",
    '{"op":"t_before","args":[{"property":"updated_at"},{"timestamp":"2012-08-10T05:30:00Z"}]}',
  ],
  [
    "T_CONTAINS(INTERVAL('2000-01-01T00:00:00Z', '2005-01-10T01:01:01.393216Z'), INTERVAL(starts_at, ends_at))",
    '{"op":"t_contains","args":[{"interval":["2000-01-01T00:00:00Z","2005-01-10T01:01:01.393216Z"]},{"interval":[{"property":"starts_at"},{"property":"ends_at"}]}]}',
  ],
  [
    "T_DISJOINT(INTERVAL('..', '2005-01-10T01:01:01.393216Z'), INTERVAL(starts_at, ends_at))",
    '{"op":"t_disjoint","args":[{"interval":["..","2005-01-10T01:01:01.393216Z"]},{"interval":[{"property":"starts_at"},{"property":"ends_at"}]}]}',
  ],
  [
    "T_DURING(INTERVAL(starts_at, ends_at), INTERVAL('2005-01-10', '2010-02-10'))",
    '{"op":"t_during","args":[{"interval":[{"property":"starts_at"},{"property":"ends_at"}]},{"interval":["2005-01-10","2010-02-10"]}]}',
  ],
  [
    'T_EQUALS("updated_at", DATE(\'1851-04-29\'))',
    '{"op":"t_equals","args":[{"property":"updated_at"},{"date":"1851-04-29"}]}',
  ],
  [
    "T_FINISHEDBY(INTERVAL(starts_at, ends_at), INTERVAL('1991-10-07T08:21:06.393262Z', '2010-02-10T05:29:20.073225Z'))",
    '{"op":"t_finishedBy","args":[{"interval":[{"property":"starts_at"},{"property":"ends_at"}]},{"interval":["1991-10-07T08:21:06.393262Z","2010-02-10T05:29:20.073225Z"]}]}',
  ],
  [
    "T_FINISHES(INTERVAL(starts_at, ends_at), INTERVAL('1991-10-07', '2010-02-10T05:29:20.073225Z'))",
    '{"op":"t_finishes","args":[{"interval":[{"property":"starts_at"},{"property":"ends_at"}]},{"interval":["1991-10-07","2010-02-10T05:29:20.073225Z"]}]}',
  ],
  [
    "T_INTERSECTS(INTERVAL(starts_at, ends_at), INTERVAL('1991-10-07T08:21:06.393262Z', '2010-02-10T05:29:20.073225Z'))",
    '{"op":"t_intersects","args":[{"interval":[{"property":"starts_at"},{"property":"ends_at"}]},{"interval":["1991-10-07T08:21:06.393262Z","2010-02-10T05:29:20.073225Z"]}]}',
  ],
  [
    "T_MEETS(INTERVAL('2005-01-10', '2010-02-10'), INTERVAL(starts_at, ends_at))",
    '{"op":"t_meets","args":[{"interval":["2005-01-10","2010-02-10"]},{"interval":[{"property":"starts_at"},{"property":"ends_at"}]}]}',
  ],
  [
    "T_METBY(INTERVAL('2010-02-10T05:29:20.073225Z', '2010-10-07'), INTERVAL(starts_at, ends_at))",
    '{"op":"t_metBy","args":[{"interval":["2010-02-10T05:29:20.073225Z","2010-10-07"]},{"interval":[{"property":"starts_at"},{"property":"ends_at"}]}]}',
  ],
  [
    "T_OVERLAPPEDBY(INTERVAL('1991-10-07T08:21:06.393262Z', '2010-02-10T05:29:20.073225Z'), INTERVAL(starts_at, ends_at))",
    '{"op":"t_overlappedBy","args":[{"interval":["1991-10-07T08:21:06.393262Z","2010-02-10T05:29:20.073225Z"]},{"interval":[{"property":"starts_at"},{"property":"ends_at"}]}]}',
  ],
  [
    "T_OVERLAPS(INTERVAL(starts_at, ends_at), INTERVAL('1991-10-07T08:21:06.393262Z', '1992-10-09T08:08:08.393473Z'))",
    '{"op":"t_overlaps","args":[{"interval":[{"property":"starts_at"},{"property":"ends_at"}]},{"interval":["1991-10-07T08:21:06.393262Z","1992-10-09T08:08:08.393473Z"]}]}',
  ],
  [
    "T_STARTEDBY(INTERVAL('1991-10-07T08:21:06.393262Z', '2010-02-10T05:29:20.073225Z'), INTERVAL(starts_at, ends_at))",
    '{"op":"t_startedBy","args":[{"interval":["1991-10-07T08:21:06.393262Z","2010-02-10T05:29:20.073225Z"]},{"interval":[{"property":"starts_at"},{"property":"ends_at"}]}]}',
  ],
  [
    "T_STARTS(INTERVAL(starts_at, ends_at), INTERVAL('1991-10-07T08:21:06.393262Z', '..'))",
    '{"op":"t_starts","args":[{"interval":[{"property":"starts_at"},{"property":"ends_at"}]},{"interval":["1991-10-07T08:21:06.393262Z",".."]}]}',
  ],
  [
    'CASEI("owner") = CASEI(\'somebody else\')',
    '{"op":"=","args":[{"op":"casei","args":[{"property":"owner"}]},{"op":"casei","args":["somebody else"]}]}',
  ],
  ["A_CONTAINEDBY(\"values\", ('a', 'b', 'c'))", '{"op":"a_containedBy","args":[{"property":"values"},["a","b","c"]]}'],
  ["A_CONTAINS(\"values\", ('a', 'b', 'c'))", '{"op":"a_contains","args":[{"property":"values"},["a","b","c"]]}'],
  ['A_EQUALS((\'a\', TRUE, 1.0, 8), "values")', '{"op":"a_equals","args":[["a",true,1.0,8],{"property":"values"}]}'],
  ['"name" LIKE CASEI(\'FOO%\')', '{"op":"like","args":[{"property":"name"},{"op":"casei","args":["FOO%"]}]}'],
]

test.each(EXAMPLES)('%s', (text, json) => {
  expect(filterToJson(parseFilterText(text))).toBe(json)
  expect(filterToJson(parseFilterJson(json))).toBe(json)
})

test('a fraction of nothing stays as it was written, which the examples leave out of their JSON', () => {
  expect(filterToJson(parseFilterText("T_BEFORE(updated_at, TIMESTAMP('2012-08-10T05:30:00.000000Z'))"))).toBe(
    '{"op":"t_before","args":[{"property":"updated_at"},{"timestamp":"2012-08-10T05:30:00.000000Z"}]}',
  )
})
