import Foundation

@testable import ClientEngine

/// Accepts clients that prove by NTLMv2 that they know a password ([MS-NLMP], section 3.3.2).
struct NTLMDoor: Sendable {
    let user: String
    let domain: String
    let password: String

    /// The second message: a challenge of eight bytes, and a target.
    ///
    /// Without it, libcurl would use NTLMv1.
    static let challenge: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    static let message: String = {
        // The domain “D” and the end of the list.
        let target = [2, 0, 2, 0, 0x44, 0] as [UInt8] + [0, 0, 0, 0]
        var bytes = Array("NTLMSSP\0".utf8) + [2, 0, 0, 0]
        bytes += [0, 0, 0, 0, 48, 0, 0, 0]  // the target's name: nothing
        // Unicode, request for a target, NTLM, always sign, extended security, target information
        bytes += [0x05, 0x82, 0x88, 0x00]
        bytes += challenge + [UInt8](repeating: 0, count: 8)
        bytes += [UInt8(target.count), 0, UInt8(target.count), 0, 48, 0, 0, 0] + target
        return Data(bytes).base64EncodedString()
    }()

    /// Returns whether the third message contains the correct proof.
    func lets(in message: Data) -> Bool {
        let bytes = Array(message)
        func field(_ at: Int) -> [UInt8] {
            guard bytes.count >= at + 8 else { return [] }
            let (count, start) = (
                Int(bytes[at]) | Int(bytes[at + 1]) << 8, Int(bytes[at + 4]) | Int(bytes[at + 5]) << 8
            )
            return start + count <= bytes.count ? Array(bytes[start..<start + count]) : []
        }
        let (answer, who) = (field(20), field(36))
        guard answer.count > 16, who == user.utf16Bytes else { return false }
        let proof = Self.hmac(key, Self.challenge + answer[16...])
        return Array(answer[..<16]) == proof
    }

    /// The key derived from user, domain and password.
    var key: [UInt8] {
        Self.hmac(MD4.digest(password.utf16Bytes), (user.uppercased() + domain).utf16Bytes)
    }

    private static func hmac(_ key: [UInt8], _ text: [UInt8]) -> [UInt8] {
        let key = key + [UInt8](repeating: 0, count: 64 - key.count)
        return md5(key.map { $0 ^ 0x5C } + md5(key.map { $0 ^ 0x36 } + text))
    }

    private static func md5(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array(DigestAlgorithm.md5.hex(bytes) ?? "")
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }
}

extension String {
    fileprivate var utf16Bytes: [UInt8] { utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
}

/// MD4 (RFC 1320), which only NTLM still requires.
enum MD4 {
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        padded += (0..<8).map { UInt8(truncatingIfNeeded: message.count &* 8 >> ($0 * 8)) }
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        for start in stride(from: 0, to: padded.count, by: 64) {
            mix(Array(padded[start..<start + 64]), &state)
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }

    private static let rounds: [(exchangeRequest: [Int], shifts: [UInt32], constant: UInt32)] = [
        (Array(0..<16), [3, 7, 11, 19], 0),
        ([0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15], [3, 5, 9, 13], 0x5a82_7999),
        ([0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15], [3, 9, 11, 15], 0x6ed9_eba1),
    ]

    private static func mix(_ block: [UInt8], _ state: inout [UInt32]) {
        let words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[index * 4 + $1]) << UInt32($1 * 8) }
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for (number, round) in rounds.enumerated() {
            for (step, word) in round.exchangeRequest.enumerated() {
                let mixed =
                    switch number {
                    case 0: (b & c) | (~b & d)
                    case 1: (b & c) | (b & d) | (c & d)
                    default: b ^ c ^ d
                    }
                let sum = a &+ mixed &+ words[word] &+ round.constant
                let shift = round.shifts[step % 4]
                (a, d, c, b) = (d, c, b, sum << shift | sum >> (32 - shift))
            }
        }
        state = zip(state, [a, b, c, d]).map { $0 &+ $1 }
    }
}
