import ClientEngine
import Foundation

func guideToBodies(_ file: URL) throws {
    let order = Request.post("orders", body: .json(["item": "book"]))
    let photo = Request.put("photos/7", body: .upload(path: "beach.jpg"))
    let blob = Request.put("blobs/7", body: .bytes([0x00, 0x01], contentType: "application/octet-stream"))
    let mapped = Request.put("blobs/8", body: .data(try Data(contentsOf: file, options: .alwaysMapped)))
    print(order, photo, blob, mapped)
}

func guideToStreams(_ client: Client) async throws {
    let lines = BodyStream {
        AsyncStream([UInt8].self) { continuation in
            for number in 1...1000 { continuation.yield(Array("line \(number)\n".utf8)) }
            continuation.finish()
        }
    }
    let uploaded = try await client.send(.put("log", body: .typed(.stream(lines), contentType: "text/plain")))
    print(uploaded.status)
}

func guideToForms(_ client: Client) async throws {
    var form = Multipart(["album": "summer"])
    form.add(.file(path: "beach.jpg", name: "photo"))
    form.addDeferred { [.data(Array("made late".utf8), name: "note", filename: "note.txt")] }
    let album = try await client.send(.post("albums", body: .multipart(form)))
    print(album.status)
}

func guideToDownloads(_ client: Client) async throws {
    let download = client.start(Request.get("large.iso").downloading(to: "large.iso", resuming: true))
    for await progress in download.progress {
        if let fraction = progress.fractionReceived { print(Int(fraction * 100), "%") }
    }
    let file = try await download.value
    print(file.path, file.byteCount, file.resumedAt)
}

func guideToArrivingBodies(_ client: Client) async throws {
    let answer = try await client.stream(.get("events"))
    print(answer.status)
    for try await bytes in answer { print(bytes.count) }
}

func guideToPushedEvents(_ client: Client) async throws {
    let feed = try await client.stream(.get("feed"))
    for try await event in feed.serverSentEvents {
        print(event.type, event.data, event.lastID)
    }
}
