import { z } from 'zod';
import { safePath } from '../_safe-path';

/** What the forms about an account send. Longer texts are nobody's. */
export const address = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('That is no e-mail address.').max(254, 'That is no e-mail address.'));

export const newPassword = z
  .string()
  .min(10, 'A password needs at least 10 characters.')
  .max(128, 'A password has at most 128 characters.');

export const password = z.string().min(1, 'Type your password.').max(128, 'The password is wrong.');

export const personName = z.string().trim().min(1, 'Type your name.').max(80, 'A name has at most 80 characters.');

export const token = z.string().min(1).max(2000);

/** Where to go on afterwards. */
export const next = z
  .string()
  .optional()
  .transform((value) => safePath(value));
