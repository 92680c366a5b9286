#include "base/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <new>

namespace papert {
namespace {

// The digest itself cannot fail: what these calls can lack is memory.
void need(bool ok) {
  if (!ok) throw std::bad_alloc();
}

}  // namespace

void Sha256::Release::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  need(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::update(std::string_view bytes) {
  need(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() const {
  Sha256 copy;
  need(EVP_MD_CTX_copy_ex(copy.context_.get(), context_.get()) == 1);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  need(EVP_DigestFinal_ex(copy.context_.get(), digest.data(), &size) == 1);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(std::size_t{2} * size);
  for (unsigned int i = 0; i < size; ++i) {
    text.push_back(kDigits[digest[i] >> 4]);
    text.push_back(kDigits[digest[i] & 15]);
  }
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

}  // namespace papert
