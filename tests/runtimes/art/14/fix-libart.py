#!/usr/bin/env python3
"""fix-libart.py IN OUT: lets Debian 13's libart.so.0 (14.0.0+r15-4+b1, amd64) boot. Two places that AOSP compiles otherwise, each in two copies:
class_linker.cc:8280 puts a BitVector on unset alloca memory (AOSP: -ftrivial-auto-var-init=zero), and art_method-inl.h:172 has an array without
elements, of size 1 and without an address in libstdc++. Stops unless the bytes are the known ones."""
import sys

code = bytearray(open(sys.argv[1], 'rb').read())
bytes_of = bytes.fromhex

# mov %rsp,%rdi; lea 0xf(,%rax,4),%rax; and $-16,%rax; sub %rax,%rdi: the buffer, up to 0x100 words, without its zeroing
unset = bytes_of('4889e7 488d04850f000000 4883e0f0 4829c7')
# The same, then rep stos; it overwrites the slow path's unused end.
zeroed = bytes_of('4889c1 488d04850f000000 4883e0f0 4829c4 4889e7 31c0 f3ab 4889e7')
found, at = 0, 0
while (at := code.find(unset, at)) >= 0:
    # Only behind cmp $0x100,%rax; ja
    if code[at - 8:at - 2] == bytes_of('483d00010000') and code[at - 2] == 0x77:
        jump = at + code[at - 1] - 2  # the short jump before the target of ja
        if code[jump] != 0xeb: sys.exit(f'fix-libart.py: no short jump at {jump:#x}')
        target, end = jump + 2 + code[jump + 1], at + len(zeroed)
        code[at:end] = zeroed
        code[end:end + 2] = bytes([0xeb, target - end - 2])
        found += 1
    at += 1
if found != 2: sys.exit(f'fix-libart.py: {found} BitVectors instead of 2')

# The invoke stubs copy the arguments' bytes; whole words instead make one byte none: shr $2,%ecx; rep movsl
by_bytes = bytes_of('48c7042400000000 4489d1 4889f8 4989f3 488d7c2408 f3a4')
by_words = bytes_of('4883242400 4489d1 c1e902 4889f8 4989f3 488d7c2408 f3a5')
if code.count(by_bytes) != 2: sys.exit(f'fix-libart.py: {code.count(by_bytes)} stubs instead of 2')
open(sys.argv[2], 'wb').write(code.replace(by_bytes, by_words))
