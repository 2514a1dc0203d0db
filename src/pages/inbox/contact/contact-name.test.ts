import { expect, test } from 'vitest'
import { contactName } from './contact-name.ts'

const contact = { id: 'c1', name: '', email: null, phone: null, company: null, tags: [], fields: {} }

test('the display name is the name, else an address, else a placeholder', () => {
  expect(contactName({ id: 'cnv_1', number: 7, contact: { ...contact, name: 'Ada', email: 'a@b.example' } })).toBe(
    'Ada',
  )
  expect(contactName({ id: 'cnv_1', number: 7, contact: { ...contact, phone: '+49 30 1' } })).toBe('+49 30 1')
  expect(contactName({ id: 'cnv_1', number: 7, contact })).toBe('No name')
})

test("without a contact the conversation's own name is used", () => {
  const nobody = { ...contact, id: '', email: '', phone: '' }
  expect(contactName({ id: 'cnv_1', number: 7, contact: nobody })).toBe('#7')
  expect(contactName({ id: '90210', number: Number.NaN, contact: nobody })).toBe('90210')
})
