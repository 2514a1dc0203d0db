/** What somebody does at a provider before a channel works, in steps. Pure. */

const telegram = (address: string): string[] => [
  'In Telegram, send “/newbot” to @BotFather and choose a name. It replies with the bot token.',
  'Edit this channel and enter the token. The service then registers its address with Telegram automatically:',
  address,
  'Telegram only reaches https addresses: set PUBLIC_URL where the service runs.',
  'Send the bot a message. It appears as a conversation in the inbox.',
]

const slack = (address: string): string[] => [
  'At api.slack.com/apps, create an app for your workspace (from scratch).',
  'Under OAuth & Permissions, add the bot scopes chat:write, im:history and app_mentions:read, and install the app. It shows the bot token (“xoxb-…”).',
  'Copy the signing secret from Basic Information. Edit this channel and enter both.',
  'Under Event Subscriptions, turn on events and enter this request URL:',
  address,
  'Subscribe to the bot events message.im and app_mention, save, and reinstall the app.',
]

const email = [
  'At your provider, allow SMTP and IMAP for the mailbox. Many require an app password: use it instead of your own.',
  'Edit this channel and enter the servers, user name (usually the full address) and passwords.',
  'Select Test to sign in to both servers and see their responses.',
]

/** Nothing for types that have no provider. */
export function providerSteps(type: string, address: string | null): readonly string[] {
  if (type === 'email') return email
  if (address === null) return []
  return type === 'telegram' ? telegram(address) : type === 'slack' ? slack(address) : []
}
