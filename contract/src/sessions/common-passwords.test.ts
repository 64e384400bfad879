import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

it.each([
  'password',
  'Password',
  'PASSW0RD',
  '12345678',
  'qwertyuiop',
  'iloveyou1',
  'trustno1',
  ' letmein1 ',
])('knows %j as one that everybody tries', password => expect(isCommonPassword(password)).toBe(true))

it.each([
  '',
  'password 12345678',
  'assword',
  'passwor',
  'correct horse',
  'popcorn bucket',
  'brass handrail',
  'password of a house',
])('leaves %j alone', password => expect(isCommonPassword(password)).toBe(false))
