import { readFileSync } from 'node:fs'
import { operatorTokenFile } from '../src/adapters/signer/operator-token.ts'

/** The headers of whoever runs the server with this data folder. */
export const asOperator = (dataDir: string): { Authorization: string } => ({
  Authorization: `Bearer ${readFileSync(operatorTokenFile(dataDir), 'utf8').trim()}`,
})
