import { plainLine } from '@recaps/domain/plain-text'
import { offerPlans } from '../compose-payments.ts'
import { openSupport } from '../compose-support.ts'
import { readConfig } from '../config.ts'
import { CannotStart } from '../errors.ts'
import { systemClock } from '../ports/clock.ts'
import { UsageError } from './arguments.ts'
import { sentenceOf } from './sentence-of.ts'
import { readSupportArguments, type SupportOrder, supportUsage } from './support-arguments.ts'

const failed = 1
const invalidArguments = 2

/** `npm run support`: support tasks for the operator. Exits with 1 if the task fails, 2 on invalid arguments. */
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  try {
    const command = readSupportArguments(args)
    if (!command) {
      console.log(supportUsage)
      return 0
    }
    // Names and addresses come from strangers and may contain terminal control characters.
    for (const line of await runCommand(command)) console.log(plainLine(line))
    return 0
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : sentenceOf(error))
    return error instanceof UsageError ? invalidArguments : failed
  }
}

async function runCommand(command: SupportOrder): Promise<string[]> {
  const config = readConfig(process.env)
  // Needs no database: an embedded one cannot be opened while the server runs.
  if (command.kind === 'create-prices') return offerPlans(config, systemClock)
  const { support, close } = await openSupport(config, systemClock)
  try {
    switch (command.kind) {
      case 'show':
        return await support.show(command.email)
      case 'change-email':
        return await support.changeEmail(command.from, command.to)
      case 'model-costs':
        return await support.modelCosts()
      case 'ratings':
        return await support.ratings()
      case 'block':
        return await support.block(command.block, command.reason)
      case 'unblock':
        return await support.unblock(command.block)
    }
  } finally {
    await close()
  }
}
