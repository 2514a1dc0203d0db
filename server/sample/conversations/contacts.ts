/** Contacts of the sample workspace. An index always yields the same person. */
import { Random } from '#server/sample/random.ts'

export interface SampleContact {
  id: string
  name: string
  email: string | null
  phone: string | null
  company: string | null
  tags: string[]
  fields: { tier: string; region: string; since: number }
}

/** Groups of given names and family names, with their share of contacts. */
const nameGroups: readonly (readonly [{ given: string[]; family: string[]; region: string; dial: string }, number])[] =
  [
    [
      {
        given: ['Greta', 'Jonas', 'Mia', 'Lukas', 'Käthe', 'Jürgen', 'Änne', 'Torben'],
        family: ['Bergmann', 'Weiß', 'Schröder', 'Köhler', 'Yıldız', 'Brandt', 'Vogt', 'Lindner'],
        region: 'DE',
        dial: '+49 151',
      },
      30,
    ],
    [
      {
        given: ['Łukasz', 'Agnieszka', 'Michał', 'Żaneta'],
        family: ['Wiśniewski', 'Kowalczyk', 'Zielińska', 'Dąbrowski'],
        region: 'PL',
        dial: '+48 600',
      },
      9,
    ],
    [
      {
        given: ['Ana', 'Đorđe', 'Jelena', 'Miloš'],
        family: ['Petrović', 'Kovačević', 'Živković', 'Marić'],
        region: 'RS',
        dial: '+381 64',
      },
      6,
    ],
    [
      {
        given: ['Noor', 'Sanne', 'Daan', 'Ruben'],
        family: ['van Dijk', 'de Vries', 'van den Berg', 'Bakker'],
        region: 'NL',
        dial: '+31 6',
      },
      8,
    ],
    [
      {
        given: ['Marta', 'João', 'Inês', 'Tomás'],
        family: ['Oliveira', 'García-Echeverría y Villanueva', 'Gonçalves', 'Núñez'],
        region: 'PT',
        dial: '+351 91',
      },
      8,
    ],
    [
      {
        given: ['Ελένη', 'Γιώργος', 'Δήμητρα'],
        family: ['Παπαδοπούλου', 'Νικολάου', 'Αντωνίου'],
        region: 'GR',
        dial: '+30 69',
      },
      4,
    ],
    [
      {
        given: ['Олена', 'Андрій', 'Ірина', 'Тарас'],
        family: ['Шевченко', 'Коваленко', 'Бондар', 'Мельник'],
        region: 'UA',
        dial: '+380 67',
      },
      6,
    ],
    [
      {
        given: ['سمير', 'ليلى', 'يوسف', 'نور'],
        family: ['حداد', 'الخطيب', 'منصور', 'عبد الرحمن'],
        region: 'AE',
        dial: '+971 50',
      },
      5,
    ],
    [{ given: ['נועה', 'אורי', 'יעל'], family: ['לוי', 'כהן', 'בן דוד'], region: 'IL', dial: '+972 54' }, 3],
    [{ given: ['伟', '秀英', '子涵'], family: ['王', '李', '陈'], region: 'CN', dial: '+86 138' }, 3],
    [{ given: ['陽菜', '健太', 'さくら'], family: ['佐藤', '鈴木', '渡辺'], region: 'JP', dial: '+81 90' }, 3],
    [{ given: ['민준', '서연'], family: ['김', '이', '박'], region: 'KR', dial: '+82 10' }, 2],
    [{ given: ['आरव', 'प्रिया', 'अनन्या'], family: ['शर्मा', 'पटेल', 'अय्यर'], region: 'IN', dial: '+91 98' }, 3],
    [
      { given: ['Nguyễn Thị', 'Trần Văn', 'Phạm Minh'], family: ['Hương', 'Đức', 'Ánh'], region: 'VN', dial: '+84 90' },
      3,
    ],
    [
      {
        given: ['Seán', 'Siobhán', 'Oliver', 'Priya', 'Zoë'],
        family: ["O'Brien", 'MacGillycuddy', 'Smith-Jones', 'Clarke'],
        region: 'GB',
        dial: '+44 7700',
      },
      8,
    ],
  ]

const companies = [
  'Bergmann & Töchter Haustechnik GmbH',
  'Nordlicht Energie eG',
  'Café “Zum Löwen”',
  'Studio Ångström AB',
  'Krause Sanitär',
  'Vila Nova Lda.',
  'Stadtwerke Bergtal',
]

/** Unusual names, to test the display of lists. */
const unusualNames = [
  '🌻 Sonnenblume 🌻',
  'Dr. med. Maximiliane-Charlotte Freifrau von und zu Hohenstein-Wolkenburg-Falkenau, geb. de la Rochefoucauld',
  'X',
  '“Bob” O’Neill & Sons',
  'محمد (Mo) Al-Khatib',
  'Anna <3',
]

/** The contact at an index from 0. */
export function contactOf(index: number): SampleContact {
  const random = new Random(`contact ${index}`)
  const group = random.weighted(nameGroups)
  const phone = `${group.dial} ${random.whole(100, 999)} ${random.whole(1000, 9999)}`
  const isCompany = random.chance(0.07)
  const name = nameOf(random, group, phone, isCompany)
  return {
    id: `cnt_sample_${String(index).padStart(7, '0')}`,
    name,
    email: random.chance(0.85) ? `${mailName(name)}${index}@mail.example` : null,
    phone: random.chance(0.6) || name === phone ? phone : null,
    company: isCompany ? name : random.chance(0.15) ? random.pick(companies) : null,
    tags: random.chance(0.12) ? [random.pick(['vip', 'installer', 'press', 'wholesale'])] : [],
    fields: {
      tier: random.weighted([
        ['standard', 70],
        ['silver', 15],
        ['gold', 11],
        ['platinum', 4],
      ]),
      region: group.region,
      since: random.whole(2014, 2026),
    },
  }
}

function nameOf(
  random: Random,
  group: { given: string[]; family: string[]; region: string },
  phone: string,
  isCompany: boolean,
): string {
  if (isCompany) return random.pick(companies)
  if (random.chance(0.015)) return random.pick(unusualNames)
  if (random.chance(0.03)) return phone
  const [given, family] = [random.pick(group.given), random.pick(group.family)]
  return ['CN', 'JP', 'KR'].includes(group.region)
    ? `${family}${group.region === 'JP' ? ' ' : ''}${given}`
    : `${given} ${family}`
}

/** Local part of an e-mail address: lower-case Latin letters, or "contact". */
function mailName(name: string): string {
  const letters = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z ]/g, '')
    .trim()
    .replaceAll(' ', '.')
  return letters.length > 2 ? letters.slice(0, 30) : 'contact'
}
