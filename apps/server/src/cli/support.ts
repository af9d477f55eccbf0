import { plainLine } from '@recaps/domain/plain-text'
import { offerPlans } from '../compose-payments.ts'
import { openSupport } from '../compose-support.ts'
import { readConfig } from '../config.ts'
import { CannotStart } from '../errors.ts'
import { systemClock } from '../ports/clock.ts'
import { UsageError } from './arguments.ts'
import { sentenceOf } from './sentence-of.ts'
import { readSupportArguments, type SupportOrder, supportUsage } from './support-arguments.ts'

const refused = 1
const misused = 2

/** `npm run support`: what is done for users by whoever runs the service. Ends with 1 when it was refused, 2 when it was not understood. */
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  try {
    const order = readSupportArguments(args)
    if (!order) {
      console.log(supportUsage)
      return 0
    }
    // Names and addresses come from strangers, and a terminal obeys control characters.
    for (const line of await carryOut(order)) console.log(plainLine(line))
    return 0
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : sentenceOf(error))
    return error instanceof UsageError ? misused : refused
  }
}

async function carryOut(order: SupportOrder): Promise<string[]> {
  const config = readConfig(process.env)
  // The database is left alone: beside a running server the embedded one could not be opened.
  if (order.kind === 'create-prices') return offerPlans(config, systemClock)
  const { support, close } = await openSupport(config, systemClock)
  try {
    switch (order.kind) {
      case 'show':
        return await support.show(order.email)
      case 'change-email':
        return await support.changeEmail(order.from, order.to)
      case 'model-costs':
        return await support.modelCosts()
      case 'ratings':
        return await support.ratings()
      case 'block':
        return await support.block(order.block, order.reason)
      case 'unblock':
        return await support.unblock(order.block)
    }
  } finally {
    await close()
  }
}
