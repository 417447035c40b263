import CEngineCurl
import CEngineMemory
import CEngineOpenSSL
import EngineHTTP
import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine

/// AddressSanitizer has to see what is freed.
private let hasKeptMemory = dlsym(nil, "__asan_init") == nil

@Suite(
    "Memory that threads keep for libcurl and OpenSSL",
    .enabled(if: hasKeptMemory, "AddressSanitizer has it freed at once"),
    .timeLimit(.minutes(1)))
struct KeptMemoryTests {
    /// A list of libcurl's that may go to another thread.
    private struct List: @unchecked Sendable {
        let first: UnsafeMutablePointer<curl_slist>

        /// Makes one of so many texts of a length.
        init?(of count: Int, length: Int) {
            let text = String(repeating: "x", count: length)
            var list: UnsafeMutablePointer<curl_slist>?
            for _ in 0..<count { list = curl_slist_append(list, text) }
            guard let list else { return nil }
            first = list
        }

        var lengths: Set<Int> {
            var (lengths, next): (Set<Int>, UnsafeMutablePointer<curl_slist>?) = ([], first)
            while let item = next?.pointee {
                lengths.insert(strlen(item.data))
                next = item.next
            }
            return lengths
        }

        func free() { curl_slist_free_all(first) }
    }

    /// Does something on a thread of its own, which has kept nothing before.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async throws -> Result {
        ccurl_global_init()
        let result = Promise<Result>()
        DetachedThread.start { result.fulfil(body()) }
        return try await result.arrival()
    }

    @Test("what is freed is there for the next time, whole and of the right size")
    func again() async throws {
        let seen = try await onThread { () -> [Int]? in
            var kept = [cmemory_kept()]
            for length in [0, 1, 23, 24, 25, 1_000, 16_000, 100_000, 24, 3_000] {
                guard let list = List(of: 20, length: length), list.lengths == [length] else { return nil }
                let before = cmemory_kept()
                list.free()
                kept.append(cmemory_kept() - before)
            }
            return kept
        }
        let kept = try #require(seen)
        #expect(kept[0] == 0)
        // A text of 25 bytes, and the item of the list that has it; an allocator of ThreadSanitizer gives neither more.
        #expect(20 * 24...20 * (56 + 40) ~= kept[4])
        #expect(kept[7] >= 20 * 15_900)
        #expect(kept[8] <= 20 * 40, "a text of 100,000 bytes is too large to keep")
    }

    @Test("a thread keeps 2 MiB at most")
    func limit() async throws {
        let kept = try await onThread {
            List(of: 200, length: 16_000)?.free()
            return cmemory_kept()
        }
        #expect((2 << 20) - 17_000...2 << 20 ~= kept)
    }

    @Test("what one thread has taken, another one frees and keeps")
    func across() async throws {
        let list = try #require(try await onThread { List(of: 100, length: 1_000) })
        let kept = try await onThread {
            list.free()
            return cmemory_kept()
        }
        #expect(kept > 90_000)
    }

    @Test("so is what OpenSSL frees")
    func openSSL() async throws {
        let kept = try await onThread { () -> [Int] in
            var kept = [cmemory_kept()]
            for _ in 0..<3 {
                "localhost".withCString { name in
                    let description = cossl_description(
                        common_name: name, alternative_names: nil, name_constraints: nil, path_length: -1,
                        not_before: 0, not_after: 60)
                    cossl_certificate_destroy(cossl_certificate_create(description, nil))
                }
                kept.append(cmemory_kept())
            }
            return kept
        }
        #expect(kept[0] == 0)
        #expect(kept[1] > 1_000)
        #expect(kept[3] < kept[2] + kept[1] / 2, "taken again: \(kept)")
    }

    @Test("goes with its thread")
    func end() async throws {
        func resident() throws -> Int {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .ascii).split(separator: " ")
            return try #require(pages.count > 1 ? Int(pages[1]) : nil) * Int(getpagesize())
        }
        func fill(_ threads: Int) async throws {
            for _ in 0..<threads { try await onThread { List(of: 130, length: 16_000)?.free() } }
        }
        try await fill(10)
        let before = try resident()
        try await fill(400)
        // 800 MB were kept in all.
        #expect(try resident() - before < 400 << 20)
    }
}
