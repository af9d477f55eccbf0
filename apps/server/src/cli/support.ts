import { plainLine } from '@recaps/domain/plain-text'
import { createStripePrices } from '../compose-payments.ts'
import { openSupport } from '../compose-support.ts'
import { readConfig } from '../config.ts'
import { StartupError } from '../errors.ts'
import { systemClock } from '../ports/clock.ts'
import { UsageError } from './arguments.ts'
import { describeError } from './describe-error.ts'
import { readSupportArguments, type SupportCommand, supportUsage } from './support-arguments.ts'

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
    console.error(error instanceof StartupError ? error.message : describeError(error))
    return error instanceof UsageError ? invalidArguments : failed
  }
}

async function runCommand(command: SupportCommand): Promise<string[]> {
  const config = readConfig(process.env)
  // Needs no database: an embedded one cannot be opened while the server runs.
  if (command.kind === 'create-prices') return createStripePrices(config, systemClock)
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
