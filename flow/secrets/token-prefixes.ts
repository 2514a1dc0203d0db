/**
 * Token prefixes of services, as patterns. Most are listed at
 * https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns, the others
 * in the documentation of their services. After a prefix, `_` is only allowed if such tokens contain it, because names
 * of functions contain it.
 */

/** Keys of models, search, mail, payment and other services. */
export const keyPrefixes: readonly string[] = [
  'sk-(?=[\\w-]{0,60}\\w{12})[\\w-]{12,400}',
  '(?:sk|pk|rk)_(?:live|test|prod)_\\w{8,400}',
  'sk_[\\da-f]{40,60}',
  'whsec_[\\w+/=]{16,100}',
  'GOCSPX-[\\w-]{20,60}',
  'SG\\.[\\w-]{16,80}\\.[\\w-]{16,80}',
  'key-[\\da-f]{32}',
  'mlsn\\.[\\da-f]{40,80}',
  'x(?:key|smtp)sib-[\\w-]{30,120}',
  're_[A-Za-z\\d]{6,12}_[A-Za-z\\d]{16,40}',
  '(?:gsk|jina|rdme|r8)_[A-Za-z\\d]{20,120}',
  'pcsk_\\w{20,120}',
  '(?:xai|pplx|csk|llx|m0)-[A-Za-z\\d]{20,200}',
  '(?:nvapi|tvly)-[\\w-]{20,200}',
  'fc-[\\da-f]{30,40}(?![\\da-f])',
  'tgp_v1_[\\w-]{30,80}',
  'lsv2_(?:pt|sk)_[\\da-f]{32}_[\\da-f]{8,12}',
  'e2b_[\\da-f]{32,60}',
  'cal_(?:live|test)_[A-Za-z\\d]{20,80}',
  '(?:shippo|duffel|polar|pdl)_(?:live|test|sdbx|oat|pat)_[\\w-]{20,120}',
  'PMA[KT]-[\\dA-Za-z-]{24,80}',
  'AGE-SECRET-KEY-1[\\dA-Z]{50,60}',
  'API-[\\dA-Z]{26}(?![\\dA-Z])',
  'tskey-(?:api|auth|client)-[\\w-]{20,120}',
  '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}:[\\da-f]{32}(?![\\da-f])',
  '[\\da-f]{24}:[\\da-f]{64}(?![\\da-f])',
]

/** Keys of only letters and digits, which may occur in Base64 images, so Base64 characters must not precede them. */
export const unspecificKeyPrefixes: readonly string[] = [
  '(?:AKIA|ASIA)[\\dA-Z]{16}(?![\\dA-Z])',
  'LTAI[A-Za-z\\d]{16,24}(?![A-Za-z\\d])',
  'ABSK[\\w+/]{100,300}={0,2}',
  'AIza[\\w-]{30,60}',
  'EZ[AT]K[A-Za-z\\d]{50,60}(?![A-Za-z\\d])',
  'SK[\\da-f]{32}(?![A-Za-z\\d])',
  'dapi[\\da-f]{32}',
  'GR1348941[\\w-]{20}',
  'EAA[A-Za-z\\d]{60,400}',
  'ATATT3[\\w=-]{30,400}',
  'AT(?:CTT3|BB|TA)[A-Za-z\\d]{28,200}',
]

/** Tokens of people, apps and bots. */
export const tokenPrefixes: readonly string[] = [
  'gh[pousr]_\\w{8,400}',
  'github_pat_\\w{16,400}',
  'gl(?:pat|rt|dt|sa|cbt|ptt|ft|oas|soat|imt|agent|ffct)[-_][\\w-]{16,300}',
  'gl(?:sa|c)_[\\w+/]{30,400}={0,3}',
  'xox[abeoprs](?:\\.xox[bp])?-[\\w-]{8,400}',
  'xapp-[\\w-]{16,400}',
  '(?:hf|api_org|npm|ntn|napi|rnd|pnu|atkn|phx|sgp)_[A-Za-z\\d]{20,200}',
  'pypi-[\\w-]{16,400}',
  'rubygems_[\\da-f]{40,60}',
  'CFPAT-[\\w-]{40,60}',
  'dckr_(?:pat|oat)_[\\w-]{16,100}',
  'do[opr]_v1_[\\da-f]{32,80}',
  'shp(?:at|ca|pa|ss)_[\\da-fA-F]{32}',
  'secret_[A-Za-z\\d]{43}(?!\\w)',
  'lin_(?:api|oauth)_[A-Za-z\\d]{20,100}',
  'pat[A-Za-z\\d]{14}\\.[\\da-f]{64}',
  'pat-(?:na|eu|ap)\\d-[\\da-f-]{30,60}',
  '(?:pat|sat)\\.[\\w-]{22}\\.[A-Za-z\\d]{24}\\.[A-Za-z\\d]{20}',
  'sbp_[\\da-f]{40}',
  'sb_secret_[\\w-]{20,100}',
  '(?:apify_api|n8n_api|vercel_blob_rw)_\\w{20,500}',
  'pscale_(?:tkn|pw|oauth)_[\\w=-]{20,100}',
  'sntry[su]_[\\w+/=]{40,500}',
  'figd_[\\w-]{20,100}',
  'HRKU-[\\w-]{36,80}',
  'hv[sbr]\\.[\\w-]{20,300}',
  'dp\\.(?:pt|st|sa|ct|scim|audit)\\.(?:[a-z\\d_-]{2,35}\\.)?[A-Za-z\\d]{40,44}',
  'dt0[a-z]\\d\\d\\.[\\dA-Z]{24}\\.[\\dA-Z]{64}',
  'pul-[\\da-f]{40}',
  'sq0(?:atp|csp)-[\\w-]{22,60}',
  'sha256~[\\w-]{43}',
  'ya29\\.[\\w-]{20,400}',
  'access-(?:sandbox|development|production)-[\\da-f-]{36}',
  '[\\w~.]{3}\\dQ~[\\w~.-]{31,34}(?![\\w~.-])',
  '[MNO][\\w-]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,40}(?![\\w.-])',
]

/** Webhook URLs that accept requests without further authentication: the part after the service's name. */
export const webhookPatterns: readonly string[] = [
  'hooks\\.slack\\.com/(?:services|workflows|triggers)/(?<secret>[\\w/]{8,200})',
  'discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/(?<secret>[\\w/-]{20,200})',
  'webhook\\.office\\.com/(?<secret>webhookb2/[^\\s\\\\"\'`{}<>]{20,400})',
  'hooks\\.zapier\\.com/hooks/(?:catch|standard)/(?<secret>[\\w/]{8,100})',
  'hook\\.(?:[a-z]{2}\\d{0,2}\\.)?(?:make|integromat)\\.(?:com|celonis\\.com)/(?<secret>[\\w@-]{16,100})',
  'maker\\.ifttt\\.com/(?:trigger/[^\\s/"\'`]{1,100}/(?:json/)?with/key|use)/(?<secret>[\\w-]{16,100})',
  '(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v2/hook/(?<secret>[\\w-]{16,100})',
  'qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=(?<secret>[\\w-]{16,100})',
  'hooks\\.airtable\\.com/workflows/v1/genericWebhook/(?<secret>[\\w/]{20,200})',
  '(?<secret>eo?[a-z\\d]{12,40})\\.m\\.pipedream\\.net',
  '/hooks/(?<secret>[a-z\\d]{26})(?![\\w/-])',
]
