import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { RecordedQuery } from './record-queries.ts'

/** The minimal server to compare with: node:http, the same SQL through pg, rows as JSON. No validation, routing or headers. */
const queries = JSON.parse(process.env.QUERIES!) as RecordedQuery[]
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 12 })

const server = createServer(async (_, response) => {
  let rows: unknown
  for (const { text, values } of queries) {
    const result = await pool.query(text, values)
    if (result.rows.length > 1) rows = result.rows
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: rows }))
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.on('message', () => process.exit(0))
