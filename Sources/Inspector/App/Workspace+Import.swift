import Foundation
import RequestFormats

extension Workspace {
    /// Says what a pasted text would become, and in which files; nothing is written.
    func offer(for text: String) throws(Failure) -> ImportOffer {
        do throws(PastedText.Refusal) {
            switch try PastedText(text) {
            case .requests(let requests): return offer(of: requests)
            case .collection(let collection, let format): return offer(of: collection, format)
            }
        } catch {
            throw Failure(message: error.message, hint: error.hint)
        }
    }

    /// Writes what was offered; files that are there keep what they hold.
    func write(_ offer: ImportOffer) throws(Failure) -> ImportOffer.Result {
        do throws(FileError) {
            if offer.isAppended, let file = offer.files.first {
                let (_, first) = try append(file.text, to: file.path)
                return ImportOffer.Result(offer: offer, number: first)
            }
            for file in offer.files {
                guard access(file.path, F_OK) != 0 else { throw FileError(file.path, "is there already") }
                try makeFolder(of: file.path)
                var output = try OutputFile(file.path)
                try output.commit(Array(file.text.utf8))
            }
            return ImportOffer.Result(offer: offer, number: 1)
        } catch {
            throw Failure(message: "Not imported: \(error.description)")
        }
    }

    private func offer(of requests: PastedRequests) -> ImportOffer {
        // A file that was opened by itself is the only one that is looked at.
        let file = paths.first.flatMap { Self.isFolder($0) ? nil : $0 } ?? folder + "/scratch.http"
        return ImportOffer(
            source: requests.source, count: requests.count, files: [.init(path: file, text: requests.text)],
            isAppended: true, losses: requests.losses, undefined: requests.secrets)
    }

    private func offer(of collection: RequestCollection, _ format: ImportFormat) -> ImportOffer {
        let output = CollectionWriter.write(collection)
        return ImportOffer(
            source: "\(format.noun) “\(collection.name)”", count: collection.requestCount,
            files: placed(output.files, named: collection.name),
            losses: output.losses.map { "\($0.place): \($0.text)" })
    }

    /// Gives files places that are free: one stands in the workspace itself, several get a folder.
    private func placed(_ files: [CollectionWriter.File], named name: String) -> [ImportOffer.File] {
        let slug = name.slug(orElse: "imported")
        for number in 1...999 {
            let candidate = folder + "/" + (number == 1 ? slug : "\(slug)-\(number)")
            let path = files.count == 1 ? candidate + ".http" : candidate
            guard access(path, F_OK) != 0 else { continue }
            return files.map { file in
                ImportOffer.File(path: files.count == 1 ? path : "\(path)/\(file.path)", text: file.text)
            }
        }
        return []
    }

    private func makeFolder(of path: String) throws(FileError) {
        let folder = RequestPaths.folder(of: path)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError(folder, "cannot be made")
        }
    }
}
