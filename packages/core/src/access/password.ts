import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { AppError } from "@deskrl/domain";

/** About 60 ms and 32 MiB a try; kept in every stored string, so that it can be raised later. */
const PARAMETERS = { N: 2 ** 15, r: 8, p: 1 } as const;
const KEY_BYTES = 32;

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settings = { ...options, maxmem: 256 * 1024 * 1024 };
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, settings, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `scrypt$N$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, PARAMETERS);
  const { N, r, p } = PARAMETERS;
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether the password is the one of the stored string; takes the same time either way. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split("$");
  if (scheme !== "scrypt" || !salt || !key)
    throw new AppError("internal", "A stored password does not have its form.", {
      where: "users.password_hash",
      fix: "Set a new password for this user.",
    });
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(password, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Letters and digits without the ones that are mistaken for each other. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

/** A password to hand to a person: four groups of five, 100 bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}
