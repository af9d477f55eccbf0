import { readFileSync } from 'node:fs'
import { operatorTokenFile } from '../src/adapters/signer/operator-token.ts'

/** Request headers with the operator token of this data folder. */
export const asOperator = (dataDir: string): { Authorization: string } => ({
  Authorization: `Bearer ${readFileSync(operatorTokenFile(dataDir), 'utf8').trim()}`,
})
