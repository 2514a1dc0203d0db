/** Steps at a provider before a channel works. Pure. */

const telegram = (address: string): string[] => [
  'In Telegram, write “/newbot” to @BotFather, and choose a name. It answers with the bot token.',
  'Edit this channel and give the token. The service then tells Telegram its address by itself:',
  address,
  'Telegram reaches addresses with https alone: PUBLIC_URL has to be set where the service runs.',
  'Write to the bot. What you write is a conversation in the inbox.',
]

const slack = (address: string): string[] => [
  'At api.slack.com/apps, make an app for your workspace (from scratch).',
  'Under OAuth & Permissions, add the bot scopes chat:write, im:history and app_mentions:read, and install the app. It shows the bot token (“xoxb-…”).',
  'Under Basic Information stands the signing secret. Edit this channel and give both.',
  'Under Event Subscriptions, switch events on and enter this as the request URL:',
  address,
  'Subscribe to the bot events message.im and app_mention, save, and install the app once more.',
]

const email = [
  'At your provider, allow SMTP and IMAP for the mailbox. Many want an app password for that: use it in place of your own.',
  'Edit this channel: servers, user (most often the whole address) and passwords.',
  'Press Test: it signs in at both servers and says what they answer.',
]

/** Empty for types without a provider. */
export function providerSteps(type: string, address: string | null): readonly string[] {
  if (type === 'email') return email
  if (address === null) return []
  return type === 'telegram' ? telegram(address) : type === 'slack' ? slack(address) : []
}
