import CEngineCurl
import CEngineOpenSSL
import CInspectorMemory
import Foundation
import Testing

/// AddressSanitizer must observe each deallocation.
private let hasKeptMemory = dlsym(nil, "__asan_init") == nil

/// Each test runs in a separate process, where nothing used libcurl or OpenSSL before.
@Suite(
    "Memory that threads keep for libcurl and OpenSSL",
    .enabled(if: hasKeptMemory, "AddressSanitizer has it freed at once"),
    .timeLimit(.minutes(1)))
struct KeptMemoryTests {
    @Test("a block that is freed is used again, whole and of the right size")
    func again() async {
        await #expect(processExitsWith: .success) {
            cmemory_install()
            let seen = await onThread { () -> [Int]? in
                var kept = [cmemory_kept()]
                for length in [0, 1, 23, 24, 25, 1_000, 16_000, 100_000, 24, 3_000] {
                    guard let list = CurlList(of: 20, length: length), list.lengths == [length] else {
                        return nil
                    }
                    let before = cmemory_kept()
                    list.free()
                    kept.append(cmemory_kept() - before)
                }
                return kept
            }
            let kept = try #require(seen)
            #expect(kept[0] == 0)
            // A text of 25 bytes, and its list item. ThreadSanitizer's allocator returns these exact sizes.
            #expect(20 * 24...20 * (56 + 40) ~= kept[4])
            #expect(kept[7] >= 20 * 15_900)
            #expect(kept[8] <= 20 * 40, "a text of 100,000 bytes is too large to keep")
        }
    }

    @Test("a thread keeps at most 2 MiB")
    func limit() async {
        await #expect(processExitsWith: .success) {
            cmemory_install()
            let kept = await onThread {
                CurlList(of: 200, length: 16_000)?.free()
                return cmemory_kept()
            }
            #expect((2 << 20) - 17_000...2 << 20 ~= kept)
        }
    }

    @Test("a thread frees and keeps a block that another thread has allocated")
    func across() async {
        await #expect(processExitsWith: .success) {
            cmemory_install()
            let list = try #require(await onThread { CurlList(of: 100, length: 1_000) })
            let kept = await onThread {
                list.free()
                return cmemory_kept()
            }
            #expect(kept > 90_000)
        }
    }

    @Test("a thread keeps what OpenSSL frees")
    func openSSL() async {
        await #expect(processExitsWith: .success) {
            cmemory_install()
            let kept = await onThread { () -> [Int] in
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
    }

    @Test("a thread frees what it keeps when it ends")
    func end() async {
        await #expect(processExitsWith: .success) {
            cmemory_install()
            func resident() throws -> Int {
                let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
                    .split(separator: " ")
                return try #require(pages.count > 1 ? Int(pages[1]) : nil) * Int(getpagesize())
            }
            func fill(_ threads: Int) async {
                for _ in 0..<threads { await onThread { CurlList(of: 130, length: 16_000)?.free() } }
            }
            await fill(10)
            let before = try resident()
            await fill(400)
            // In total, 800 MB were allocated.
            #expect(try resident() - before < 400 << 20)
        }
    }

    @Test("a library that used libcurl and OpenSSL before keeps its memory functions")
    func late() async {
        await #expect(processExitsWith: .success) {
            cossl_begin()
            #expect(curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK)
            cmemory_install()
            let kept = await onThread {
                CurlList(of: 100, length: 1_000)?.free()
                return cmemory_kept()
            }
            #expect(kept == 0)
        }
    }
}

/// A libcurl list that can move to another thread.
///
/// Only one owner at a time uses it.
private struct CurlList: @unchecked Sendable {
    let first: UnsafeMutablePointer<curl_slist>

    /// Creates a list of `count` texts of `length` bytes.
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

/// Runs a function on a new thread, which has no cached memory, and returns its result.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
