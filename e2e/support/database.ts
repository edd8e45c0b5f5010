import type postgres from 'postgres'
import { openDatabase } from '@/lib/db/client'
import { urlOf } from '@/lib/db/embedded'
import { chooseAccount } from '@/lib/db/embedded/account'
import { DATABASE } from '@/lib/db/embedded/cluster'
import { choosePlace } from '@/lib/db/embedded/place'
import { dataDirOf } from './instance'
import type { SERVERS } from './servers'

/** Asks the database of a server itself, as its owner: what a page says is held against it. */
export async function inDatabase<T>(server: keyof typeof SERVERS, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const place = await choosePlace(dataDirOf(server), chooseAccount())
  const sql = openDatabase(urlOf(place, DATABASE), { max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
